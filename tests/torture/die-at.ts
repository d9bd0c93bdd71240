import { ServerResponse } from 'node:http'
import knex from 'knex'
import { currentRequestId } from '../../api/platform/log.ts'

// Loaded into a portal before anything else (`--import`): a request whose X-Request-Id is `killed-7-…` kills the process
// with SIGKILL at its seventh step. Steps are each statement it sends to the database, each question to another server,
// before it is sent and once it is answered, and its own answer, which is the last; between two of them nothing is kept.

const steps = new Map<string, number>()

function step(id: string | null) {
  const at = /^killed-(\d+)-/.exec(id ?? '')?.[1]
  if (!id || !at) return
  const count = (steps.get(id) ?? 0) + 1
  steps.set(id, count)
  if (count === Number(at)) process.kill(process.pid, 'SIGKILL')
}

// A statement of a transaction is told twice, by the transaction and by its pool.
const told = new WeakSet<object>()
const { prototype } = knex.Client as unknown as { prototype: { emit(event: string, ...values: unknown[]): boolean } }
const { emit } = prototype
prototype.emit = function (event, ...values) {
  const [statement] = values as [object?]
  if (event === 'query' && statement && !told.has(statement)) {
    told.add(statement)
    step(currentRequestId())
  }
  return emit.call(this, event, ...values)
}

const { fetch } = globalThis
globalThis.fetch = async (...asked) => {
  step(currentRequestId())
  const answer = await fetch(...asked)
  step(currentRequestId())
  return answer
}

const { end } = ServerResponse.prototype
ServerResponse.prototype.end = function (this: ServerResponse, ...rest: unknown[]) {
  const id = String(this.getHeader('x-request-id') ?? '')
  step(id)
  // What the request has woken goes on in its name.
  if (steps.has(id)) steps.set(id, Number.POSITIVE_INFINITY)
  return Reflect.apply(end, this, rest)
} as typeof end
