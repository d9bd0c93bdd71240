import type { Knex } from 'knex'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { refusalOf, type Step } from '../../../resources/define/process/process.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { rowsOf } from '../rows-of.ts'
import { systemAuthor } from '../save/author.ts'
import type { AttachedProcess, Deed } from './attach.ts'
import { effectOf, type Row, saveStep, subjectOf } from './take-step.ts'

/** Takes the steps of a process that are due, on each record in a transaction of its own. Returns on how many. */
export async function takeDueSteps(db: Knex, bound: AttachedProcess): Promise<number> {
  let taken = 0
  const steps = Object.entries(bound.process.steps as Readonly<Record<string, Step>>)
  for (const [step, { from, due }] of steps) {
    if (!due) continue
    const isDue = (rows: Knex.QueryBuilder) => rows.where(due.after, '<', before(bound, due))
    const ids: number[] = await isDue(db(tableOf(bound.attached.resource)).whereIn('status', from))
      .orderBy('id')
      .pluck('id')
    for (const id of ids)
      taken += await transact(db, trx => takeDue(trx, bound, step, rows => isDue(rows.where({ id }))))
  }
  return taken
}

/** What a day or an instant must lie before; whole days are waited for. */
function before({ process, attached }: AttachedProcess, { after, days = 0 }: NonNullable<Step['due']>): string {
  const kind = attached.resource.fields[after]?.kind
  if (kind !== 'date' && kind !== 'instant') throw new Error(`${process.of}: ${after} is no day and no instant`)
  const day = addDays(today(), -days)
  return kind === 'date' ? day : instantOf(day)
}

async function takeDue(
  trx: Knex,
  bound: AttachedProcess,
  step: string,
  which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<0 | 1> {
  const { process, attached } = bound
  const [found] = await rowsOf(trx, attached.resource, rows => which(rows).forUpdate())
  const row = found as unknown as Row | undefined
  // A person was faster, or it is none of this record's steps.
  if (!row || refusalOf(process, step, subjectOf(bound, row, null), ['system'])) return 0
  const deed = { row, author: systemAuthor(process.steps[step]!.label) }
  const done = (await effectOf<Pick<Deed<Row>, 'row' | 'author'>>(attached.inTime, step)?.(trx, deed)) ?? {}
  await saveStep(trx, bound, step, { ...deed, said: {}, remark: '', person: null }, done)
  return 1
}
