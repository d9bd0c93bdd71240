import type { Knex } from 'knex'
import { currentRequestId, inRequest } from '../../api/platform/log.ts'

let last = 0

/**
 * The statements that one piece of work asks of its database; `work` sends the headers it is given with its request. What the
 * portal asks meanwhile for itself, such as its look into the outbox each second, is not among them.
 */
export async function statementsOf(db: Knex, work: (headers: Record<string, string>) => Promise<unknown>) {
  const id = `counted-request-${++last}`
  const asked: string[] = []
  const note = ({ sql }: { sql: string }) => void (currentRequestId() === id && asked.push(sql))
  db.on('query', note)
  try {
    await inRequest(id, () => work({ 'x-request-id': id }))
  } finally {
    db.off('query', note)
  }
  return asked
}
