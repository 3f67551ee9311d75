module.exports = { server: {} };
