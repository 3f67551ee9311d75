// The colours that were chosen, before anything is drawn. A page that may not remember them has those of the system.
try {
  const theme = localStorage.getItem('mcpvals-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is remembered here.
}
