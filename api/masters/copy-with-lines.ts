import type { Knex } from 'knex'
import type { MasterWithLines } from '../../resources/masters/master-with-lines.ts'
import { unusedContractLine } from '../../resources/masters/rate-contract-line.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { type Candidate, requireNoFaults } from '../derive/save/candidate.ts'
import { checkRows } from '../derive/save/check.ts'
import { insertRows } from '../derive/save/write.ts'
import { linesOf } from './save-lines.ts'

/** Copies a row with these changes and the same lines, through every check; returns the copy. */
export async function copyWithLines(
  trx: Knex,
  of: MasterWithLines,
  row: StoredRow,
  changes: Record<string, unknown>,
  author: Author,
): Promise<StoredRow> {
  const { id: _, rowVersion: __, ...copied } = row
  const candidate: Candidate = { row: { ...copied, ...changes, isActive: true }, before: undefined, faults: [] }
  await checkRows(trx, of.header, [candidate], author)
  requireNoFaults([candidate])
  const [copy] = await insertRows(trx, of.header, [candidate.row], author)
  const lines = (await linesOf(of, trx, row.id)).map(line => {
    const fresh = 'consumedQty' in line ? unusedContractLine : {}
    return { ...line, ...fresh, [of.parent]: copy!.id }
  })
  await insertRows(trx, of.lines, lines, author)
  return copy!
}
