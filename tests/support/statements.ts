import type { Knex } from 'knex'
import { currentRequestId, withRequestId } from '../../api/platform/log.ts'

let last = 0

/**
 * The SQL statements that `work` causes; it must send the given headers with its request. Statements of background
 * jobs, such as polling the outbox each second, are not included.
 */
export async function statementsDuring(db: Knex, work: (headers: Record<string, string>) => Promise<unknown>) {
  const id = `counted-request-${++last}`
  const asked: string[] = []
  const note = ({ sql }: { sql: string }) => void (currentRequestId() === id && asked.push(sql))
  db.on('query', note)
  try {
    await withRequestId(id, () => work({ 'x-request-id': id }))
  } finally {
    db.off('query', note)
  }
  return asked
}
