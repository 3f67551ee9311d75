// v0 (deprecated)
const result = await client.evaluate('/path/to/server');
console.log(result.score);

// v1 (current)
const evaluation = await client.evaluations.create({
  serverPath: '/path/to/server'
});
const result = await client.evaluations.waitForCompletion(evaluation.id);
console.log(result.data.score);
