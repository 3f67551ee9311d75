type Server = { transport: "stdio"; command: string };

enum Kind {
  Node = "node",
}

function server(kind?: Kind): Server {
  const name = (kind as unknown as { deep: { command: string } }).deep.command;
  return { transport: "stdio", command: name };
}

export default { server: server(Kind.Node), toolHealthSuites: [] };
