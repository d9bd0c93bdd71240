import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import type { Config } from './config.ts'
import { stackOfSources } from './stack-of-sources.ts'

export type Log = Logger

/** The request being served, and the declared command that it turned out to be. */
const requests = new AsyncLocalStorage<{ requestId: string; command?: string }>()

const secrets = [
  'password',
  'newPassword',
  'oldPassword',
  'accessToken',
  'token',
  'secret',
  'otp',
  'authorization',
  'cookie',
  '["set-cookie"]',
]

/** The product's log: one JSON line an event on standard output, with the id of the request it belongs to; secrets are blanked. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options = {
    level: logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => ({ ...requests.getStore() }),
    serializers: { err: serializedError },
    redact: {
      paths: secrets.flatMap(name =>
        name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`],
      ),
      censor: '(hidden)',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

function serializedError(thrown: Error) {
  const shown = stdSerializers.err(thrown)
  return shown?.stack ? { ...shown, stack: stackOfSources(shown.stack) } : shown
}

/** Runs `work` so that everything logged by it, however deep, carries this request id. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return requests.run({ requestId }, work)
}

/** The id of the request being served, or null outside of one. */
export function currentRequestId(): string | null {
  return requests.getStore()?.requestId ?? null
}

/** Names the request being served by its command, in what is logged of it from now on and in the metrics. */
export function noteCommand(command: string): void {
  const request = requests.getStore()
  if (request) request.command = command
}

/** The command that is being served; empty for what is none. */
export const currentCommand = (): string => requests.getStore()?.command ?? ''
