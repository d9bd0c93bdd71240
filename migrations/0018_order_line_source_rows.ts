import type { Knex } from 'knex'

export { down } from './ddl.ts'

interface TracedLine {
  id: number
  sourceTrace: string | { steps: { verdict: string; row: { id: number } | null }[] }
}

/**
 * Takes the row that chose the plant from the traces of the lines of the last two months, which screens count by month.
 * May run twice.
 */
export async function up(db: Knex) {
  const since = new Date(Date.now() - 62 * 86_400_000).toISOString().slice(0, 10)
  for (let after = 0; ; ) {
    const lines: TracedLine[] = await db('order_line as line')
      .join('order as placed', 'placed.id', 'line.orderId')
      .where('line.id', '>', after)
      .where('placed.orderDate', '>=', since)
      .whereNotNull('line.sourceTrace')
      .whereNull('line.sourceRowId')
      .orderBy('line.id')
      .limit(500)
      .select('line.id', 'line.sourceTrace')
    if (lines.length === 0) return
    for (const { id, sourceTrace } of lines) {
      const { steps } = typeof sourceTrace === 'string' ? JSON.parse(sourceTrace) : sourceTrace
      const sourceRowId = steps.find(({ verdict }: { verdict: string }) => verdict === 'won')?.row?.id
      if (sourceRowId !== undefined) await db('order_line').where({ id }).update({ sourceRowId })
    }
    after = lines.at(-1)!.id
  }
}
