// Made by `npm run generate` from schemas/asyncapi.json: change that, and not this.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        "evaluation:started": {
            id: string;
            serverPath: string;
            /** Format: date-time */
            timestamp: string;
            attempt?: number;
        };
        "evaluation:progress": {
            id: string;
            /** @enum {string|null} */
            phase: "static" | "runtime" | null;
            progress: {
                current: number;
                total: number;
                percentage: number;
            };
            currentTask?: string;
            /** Format: date-time */
            estimatedCompletion: string;
        };
        "evaluation:completed": {
            id: string;
            score: number | null;
            /** @enum {string} */
            status: "completed" | "failed" | "cancelled";
            duration: number;
            /** Format: date-time */
            completedAt: string;
            summary?: {
                passed: number;
                warned: number;
                failed: number;
                notJudged: number;
            };
            error?: {
                code: string;
                message: string;
                details?: unknown;
            };
        };
        "evaluation:failed": {
            id: string;
            score: number | null;
            /** @enum {string} */
            status: "completed" | "failed" | "cancelled";
            duration: number;
            /** Format: date-time */
            completedAt: string;
            summary?: {
                passed: number;
                warned: number;
                failed: number;
                notJudged: number;
            };
            error?: {
                code: string;
                message: string;
                details?: unknown;
            };
        };
        "evaluation:cancelled": {
            id: string;
            score: number | null;
            /** @enum {string} */
            status: "completed" | "failed" | "cancelled";
            duration: number;
            /** Format: date-time */
            completedAt: string;
            summary?: {
                passed: number;
                warned: number;
                failed: number;
                notJudged: number;
            };
            error?: {
                code: string;
                message: string;
                details?: unknown;
            };
        };
        "hook:running": {
            evaluationId: string;
            hook: string;
            requirement: string;
            /** Format: date-time */
            startedAt: string;
        };
        "hook:completed": {
            evaluationId: string;
            hook: string;
            score: number | null;
            status: string;
            duration: number;
            evidence: string[];
            recommendations: string[];
        };
        "tool:testing": {
            evaluationId: string;
            toolName: string;
            arguments: unknown;
            /** Format: date-time */
            startedAt: string;
        };
        "tool:result": {
            evaluationId: string;
            toolName: string;
            status: string;
            responseTime?: number;
            result?: {
                success: boolean;
                data: unknown;
            };
        };
        "error:occurred": {
            evaluationId: string;
            error: {
                code: string;
                message: string;
                details?: unknown;
            };
            /** Format: date-time */
            timestamp: string;
        };
        "system:status": {
            activeEvaluations: number;
            queueLength: number;
            systemLoad: number;
            /** Format: date-time */
            timestamp: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
