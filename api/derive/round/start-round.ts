import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { isConfirmed } from '../../../resources/define/confirmation.ts'
import { formulaText, fromText } from '../../../resources/define/formula.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { show } from '../../../resources/define/show.ts'
import { keepsPast } from '../../../resources/define/succession.ts'
import { clean } from '../../../resources/define/validate.ts'
import type { AskedRoundStart } from '../../../resources/platform/commands/imports.ts'
import { now, today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { filterWords } from '../export/about-file.ts'
import { behaviourOf } from '../extend.ts'
import type { ImportRuns } from '../import/import-runs.ts'
import { type JobParams, readJob } from '../import/job.ts'
import { jobAnswer } from '../import/show-jobs.ts'
import { type ListQuery, readQuery } from '../list/query.ts'
import { columnsReadBy, requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { checkChange, readFilter } from '../save/bulk-read.ts'
import { resourceOf, type SignedIn } from '../signed-in.ts'
import { type ManyChange, readFormula } from './many-change.ts'

/**
 * Starts a change of very many rows as an import whose rows come from a query: it is previewed first, and saved by the
 * step `commit`. Throws 400 or 403.
 */
export async function startRound(trx: Knex, asked: AskedRoundStart, caller: SignedIn, runs: ImportRuns) {
  const { person, author } = caller
  const resource = resourceOf(asked.resource)
  requireRound(resource, person)
  const set = clean(resource, (asked.change ?? {}) as RowValues)
  const change: ManyChange = {
    set,
    ...readFormula(resource, { formula: asked.formula ?? undefined, from: asked.from }),
  }
  if (Object.keys(set).length === 0 && !change.formula)
    throw invalidField('change', 'REQUIRED', 'Say what changes: a formula, or fields with their values')
  if ('isActive' in set) throw invalidField('change', 'RULE', 'A round changes values: deactivate rows from the list')
  if ('validFrom' in set) throw invalidField('change', 'RULE', 'Say in From on which day the change begins')
  checkChange(trx, resource, change, { person, author })
  if (keepsPast(resource) && change.from === null)
    throw invalidField('from', 'REQUIRED', 'From is required: rows in force end the day before, and successors begin')
  const filters = readFilter(asked.filters)
  const query = readQuery(resource, filters, columnsReadBy(person, resource))
  const words = await roundWords(trx, resource, person, change, query)
  const params: JobParams = {
    ip: author.ip,
    requestId: author.requestId,
    storageKey: randomBytes(16).toString('hex'),
    round: { ...change, filters, why: asked.why, words, preparedBy: person.name },
  }
  const by = { createdAt: now(), createdById: person.id, updatedAt: now(), updatedById: person.id }
  const [id] = await trx('import_job').insert({
    jobNo: await nextNumber(trx, 'IJ', today()),
    importType: resource.path,
    origin: 'ROUND',
    fileName: words.slice(0, 120),
    fileSha256: createHash('sha256').update(params.storageKey).digest('hex'),
    mode: 'DRY_RUN',
    onError: 'ALL_OR_NOTHING',
    status: 'UPLOADED',
    ...Object.fromEntries(COUNTS.map(name => [name, 0])),
    paramsJson: JSON.stringify(params),
    requestedById: person.id,
    cancelRequested: 0,
    rowVersion: 1,
    ...by,
  })
  runs.start(id!, 'check')
  return jobAnswer((await readJob(trx, id!))!, person, runs)
}

const COUNTS = ['rowsTotal', 'rowsDone', 'rowsOk', 'rowsNew', 'rowsChanged', 'rowsSame', 'rowsFailed']

/** Throws unless rows of the resource are changed by rounds, and the person may change and import them. */
function requireRound(resource: Resource, person: Person) {
  requireRight(person, resource, 'update')
  requireRight(person, resource, 'import')
  if (resource.dated) requireRight(person, resource, 'create')
  const { service, followUp } = behaviourOf(resource)
  if (resource.kind === 'master' && !isConfirmed(resource) && !service && !followUp) return
  const message = `${resource.title}: at most 5,000 rows are changed at once, for each is saved separately: narrow the list with a filter`
  throw invalidField('resource', 'RULE', message)
}

/** A round in words: `Net price +5 %, rounded to ₹ 0.50, from 01-04-2027, where Product · SBU: Solvents`. */
async function roundWords(db: Knex, resource: Resource, person: Person, change: ManyChange, query: ListQuery) {
  const set = Object.entries(change.set).map(([name, value]) => {
    const field = resource.fields[name]!
    const said = field.kind === 'reference' ? `No. ${value}` : show(field, value)
    return `${labelOf(name, field)} becomes ${value === null ? 'empty' : said}`
  })
  const formula = change.formula ? [formulaText(resource, change.formula)] : []
  const named = query.filters.find(filter => 'field' in filter && filter.field === 'id' && filter.operator === '$in')
  const filters = query.filters.filter(filter => 'or' in filter || !['isActive', 'id'].includes(filter.field))
  const where = await filterWords(db, resource, person, filters)
  if (query.q) where.push(`search: ${query.q}`)
  const selected = named && 'value' in named ? [named.value].flat().length : 0
  if (selected > 0)
    where.unshift(selected === 1 ? 'the row was selected' : `the row is one of ${selected} that were selected`)
  const whole = [...formula, ...set].join(', ') + fromText(change.from)
  return where.length === 0 ? `${whole}, all rows` : `${whole}, where ${where.join('; ')}`
}
