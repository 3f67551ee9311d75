/**
 * The library of mcpvals: `evaluate` runs the program, and gives its report.
 *
 * @packageDocumentation
 */

export { defineConfig } from './define.js';
export { McpvalsError, type ConfigMistake } from './errors.js';
export { evaluate } from './evaluate.js';
export type { EvaluationEvent, PhaseProgress } from './events.js';
export type * from './generated/config.js';
export type { Server as ServerConfig } from './generated/config.js';
export type { ConfigInput, ServerInput } from './input.js';
export type { EvaluateOptions, ReportFormat } from './options.js';
export { ProgramMissingError } from './program.js';
export { runLlmJudge, type JudgeConfig, type JudgedExample, type JudgedTurn, type JudgeOptions, type LlmJudgeResult } from './judge.js';
export type * from './report/report.js';
export { ConsoleReporter, type Reporter } from './reporter.js';
export { ConfigValueError } from './run/plain.js';
export { ConfigError, ConfigSchema, ServerSchema, WorkflowSchema, type Issue, type Parsed, type Schema } from './schema.js';
