export default { server: await fetch("http://localhost/server") };
