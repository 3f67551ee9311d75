export default {
  server: { transport: "stdio", command: "x" }
  toolHealthSuites: [],
};
