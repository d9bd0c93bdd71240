import { BadRequest } from '@feathersjs/errors'
import type { Knex } from 'knex'
import type { RowValues } from '../../resources/define/row-values.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { type MasterWithLines, masterWithLines } from '../../resources/masters/master-with-lines.ts'
import { unusedContractLine } from '../../resources/masters/rate-contract-line.ts'
import type { Call } from '../derive/call.ts'
import { withTexts } from '../derive/list/texts.ts'
import type { Person } from '../derive/rights/person.ts'
import { ownColumnsRedactor } from '../derive/rights/redact.ts'
import { requireAuthor } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { type Candidate, requireNoFaults } from '../derive/save/candidate.ts'
import { checkRows } from '../derive/save/check.ts'
import { bodyObject } from '../derive/save/read-body.ts'
import { insertRows } from '../derive/save/write.ts'
import { ResourceService } from '../derive/service.ts'
import { conflict, invalid, refused } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { refreshContract, withOpenQty } from './rate-contract-totals.ts'
import { checkLines, linesOf, readLines, saveLines } from './save-lines.ts'

/**
 * A master with lines: `GET …/7` gives its `lines`, `POST` and `PATCH` take them with the header, all or none. Lines
 * change only in a draft; a fault of a line is named `lines[3].rate`.
 */
export class WithLinesService extends ResourceService {
  override async get(id: unknown, call: Call = {}): Promise<StoredRow> {
    const row = await super.get(id, call)
    return call.query?.$select ? row : this.withLines(this.at(call), row, call.person)
  }

  override async create(data: unknown, call: Call = {}): Promise<StoredRow | StoredRow[]> {
    const given = (Array.isArray(data) ? data : [data]) as RowValues[]
    if (!given.some(one => one && typeof one === 'object' && 'lines' in one)) return super.create(data, call)
    const { lines, ...header } = bodyObject(Array.isArray(data) ? undefined : data, 'One row with its lines')
    return this.keep(lines, call, inside => super.create(header, inside) as Promise<StoredRow>)
  }

  override async patch(id: unknown, data: unknown, call: Call = {}): Promise<StoredRow> {
    const { lines, ...header } = bodyObject(data, 'The row')
    const patch = (inside: Call) => super.patch(id, header, inside)
    if (lines !== undefined) return this.keep(lines, call, patch)
    return transact(this.at(call), async trx => {
      const row = await patch({ ...call, transaction: { trx } })
      // The lines repeat the customer.
      await trx(this.lined.lines.name.replaceAll('-', '_'))
        .where({ [this.lined.parent]: row.id })
        .whereNot({ customerId: row.customerId as number })
        .update({ customerId: row.customerId as number })
      return row
    })
  }

  /** Its lines go along only in a copy. */
  protected override startAgain(): Promise<never> {
    const { label } = this.resource.actions.copyLines!
    throw conflict('NOT_ALLOWED_STATE', `It has been in use, and its lines go along only in a copy: take “${label}”`)
  }

  private get lined(): MasterWithLines {
    return masterWithLines(this.resource.name)
  }

  private at(call: Call): Knex {
    return call.transaction?.trx ?? this.Model
  }

  /** Saves the header and then its lines, and reports everything that is wrong with either. */
  private keep(sentLines: unknown, call: Call, saveHeader: (inside: Call) => Promise<StoredRow>): Promise<StoredRow> {
    const author = requireAuthor(call)
    return transact(this.at(call), async trx => {
      const inside = { ...call, transaction: { trx }, touch: true as const }
      const faults: Fault[] = []
      const lineInputs = readLines(this.lined, sentLines, faults)
      const header = await saveHeader(inside).catch((error: unknown) => {
        if (error instanceof BadRequest) throw invalid([...faultsIn(error), ...faults])
        throw error
      })
      if (header.status !== 'DRAFT') throw refused([LOCKED])
      if (faults.length === 0) faults.push(...(await checkLines(trx, header, lineInputs, author)))
      if (faults.length > 0) throw invalid(faults)
      await saveLines(trx, this.lined, header, lineInputs, author)
      if (this.resource.name === 'rate-contract-customer') await refreshContract(trx, header.id)
      return this.get(header.id, { ...inside, query: {} })
    })
  }

  private async withLines(db: Knex, row: StoredRow, person: Person | undefined): Promise<StoredRow> {
    const { lines: resource } = this.lined
    const rows = await linesOf(this.lined, db, row.id)
    const ids = rows.map(({ id }) => id)
    const tell = person ? await ownColumnsRedactor(db, resource, person, ids) : undefined
    const lines = await withTexts(db, resource, tell ? rows.map(line => tell(line.id, line)) : rows)
    const shownLines = this.resource.name === 'rate-contract-customer' ? withOpenQty(lines) : lines
    return { ...row, lines: shownLines }
  }
}

const LOCKED = {
  field: 'lines',
  code: 'NOT_ALLOWED_STATE',
  message: 'The lines are fixed once it is no draft: copy it, or take it back first',
}

const faultsIn = (error: BadRequest): Fault[] => (error as unknown as { errors?: Fault[] }).errors ?? []

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
