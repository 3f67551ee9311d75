export default new Promise(() => {});
