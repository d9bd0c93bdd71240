import type { Config } from '../platform/config.ts'

type Environment = Config['environment']

let current: Environment = 'development'

/** Says where this thread runs, at its start: the server and the thread of imports each say it for themselves. */
export function setEnvironment(environment: Environment): void {
  current = environment
}

/** Whether this thread runs in production, for checks of rows, which get no settings. */
export const isProduction = (): boolean => current === 'production'
