import { formulaPart } from '../../../resources/define/formula.ts'
import { periodText } from '../../../resources/define/periods.ts'
import { MOST_DAYS } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Right } from '../../../resources/define/rights.ts'
import { subjects } from '../../../resources/registry.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { allowStyles } from '../../platform/http/security-headers.ts'
import type { Person } from '../rights/person.ts'
import { signedIn } from '../signed-in.ts'
import { describedPaths } from './described-paths.ts'
import { docsPage } from './docs-page.ts'
import { actionSchema, errorSchema, fieldSchema, type JsonSchema, schemasOf } from './openapi-schemas.ts'
import { type Operation, operationOf, refusalResponses, refusalsOf } from './operation.ts'
import { asSeenBy } from './resource-as-seen.ts'

/**
 * The OpenAPI 3.1 description of everything that is served: the declared resources and reports, and the described
 * routes; of all, or as far as a person may read it.
 */
export function openApi(person?: Person): JsonSchema {
  const described = subjects.flatMap(resource => (person ? (asSeenBy(person, resource) ?? []) : resource))
  const schemas: JsonSchema = Object.assign({ Error: errorSchema }, ...described.map(schemasOf))
  const paths: Record<string, JsonSchema> = {}
  for (const part of [
    ...described.map(resource => pathsOf(resource, person, schemas)),
    describedPaths(person, schemas),
  ])
    for (const [path, operations] of Object.entries(part))
      paths[path] = { ...paths[path], ...(operations as JsonSchema) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bilty',
      version: '1',
      description:
        'Money is whole paise, percent whole hundredths, quantity and weight whole thousandths. Days are Indian business days, instants UTC. What changes something may carry an Idempotency-Key.',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas,
      responses: refusalResponses,
    },
  }
}

function pathsOf(resource: Resource, person: Person | undefined, schemas: JsonSchema): JsonSchema {
  const may = (right: Right) => person?.ability.can(right, resource.path) ?? true
  const operation = (verb: string, parts: Parts) => operationOf(partsOf(resource, verb, parts), schemas)
  const one = ref(resource.name)
  const collection: JsonSchema = { get: operation('list', { parameters: listOf(resource), answer: pageOf(one) }) }
  const row: JsonSchema = { get: operation('read', { parameters: [ID], answer: one }) }
  if (resource.kind === 'master') {
    const draft = ref(`${resource.name}-draft`)
    const change = ref(`${resource.name}-change`)
    if (may('create')) collection.post = operation('create', { body: draft, answer: one, status: 201 })
    if (may('update')) row.patch = operation('change', { parameters: [ID], body: change, answer: one })
    if (may('deactivate'))
      row.delete = operation('deactivate', { parameters: [ID, ...leavingOf(resource)], answer: one })
  }
  return {
    [`/${resource.path}`]: collection,
    [`/${resource.path}/{id}`]: row,
    ...(may('update') && bulkOf(resource, operation)),
    ...actionPath(resource, operation),
  }
}

interface Parts {
  parameters?: JsonSchema[]
  body?: JsonSchema
  answer: JsonSchema
  status?: number
}

type MakeOperation = (verb: string, parts: Parts) => JsonSchema

function partsOf(resource: Resource, verb: string, { parameters, body, answer, status = 200 }: Parts): Operation {
  const one = parameters?.includes(ID) ?? false
  const writes = body !== undefined || verb === 'deactivate'
  return {
    id: `${verb}-${resource.name}`,
    summary: `${resource.title}: ${verb}`,
    description: resource.purpose + periodOf(resource),
    tag: resource.title,
    ...(parameters && { parameters }),
    ...(body && { body: { schema: body, media: 'application/json' } }),
    answer: { schema: answer },
    status,
    refusals: { ...refusalsOf({ takes: true, one, writes }), ...(writes && { 409: CONFLICTS }) },
  }
}

const CONFLICTS =
  'STALE_ROW: the row has another rowVersion by now, and both are told; DUPLICATE_KEY or DATE_OVERLAP: another row has this key or period'

/** The path of the actions of a resource; the body names the action. */
function actionPath(resource: Resource, operation: MakeOperation): JsonSchema {
  const actions = Object.entries(resource.actions)
  if (actions.length === 0) return {}
  const body = { oneOf: actions.map(([name, action]) => actionSchema(resource, name, action)) }
  const answer = {
    type: 'object',
    properties: { data: { type: 'array', items: ref(resource.name) }, message: { type: 'string' } },
  }
  return { [`/${resource.path}/actions`]: { post: operation('act', { body, answer, status: 201 }) } }
}

const WHY = { type: 'string', maxLength: 500, description: 'Required where a row that was in use is taken out of it' }
const LAST_DAY = {
  type: 'string',
  format: 'date',
  description: 'The last day of what was in use, when it is taken out of it; today unless it is given',
}

/** What is said when a row is taken out of use: why, and the last day of one that was in use. */
const leavingOf = ({ dated }: Resource): JsonSchema[] => [
  { name: 'why', in: 'query', schema: WHY },
  ...(dated ? [{ name: 'validTo', in: 'query', schema: LAST_DAY }] : []),
]

/** The path that changes many rows at once; only masters have it. */
function bulkOf(resource: Resource, operation: MakeOperation): JsonSchema {
  if (resource.kind !== 'master') return {}
  const ids = { type: 'array', maxItems: 5000, items: { type: 'integer', minimum: 1 } }
  const formulaFields = Object.entries(formulaPart.of).map(([name, field]) => [name, fieldSchema(name, field)])
  const formula = {
    type: 'object',
    required: ['field', 'by', 'value'],
    properties: Object.fromEntries(formulaFields),
    description: formulaPart.hint,
  }
  const version = { id: { type: 'integer', minimum: 1 }, rowVersion: { type: 'integer', minimum: 1 } }
  const versions = {
    type: 'array',
    maxItems: 5000,
    items: { type: 'object', additionalProperties: false, required: Object.keys(version), properties: version },
  }
  const body = {
    type: 'object',
    additionalProperties: false,
    required: ['expected'],
    oneOf: [{ required: ['ids'] }, { required: ['filter'] }],
    properties: {
      ids,
      filter: { type: 'object', description: 'The query of the list' },
      expected: { type: 'integer', description: 'How many rows were seen; 409 COUNT_MOVED when they are not as many' },
      change: { type: 'object', description: 'Fields and their values, or only isActive' },
      formula,
      from: { type: 'string', format: 'date', description: 'Rows in force end the day before; successors begin' },
      seen: { ...versions, description: 'As the rows were shown: those saved since stay, and are named as stale' },
      leaveOut: { ...ids, description: 'Rows that stay as they are' },
      confirm: { enum: ['CHANGE', 'ACTIVATE', 'DEACTIVATE'], description: 'Required for more than 100 rows' },
      preview: { type: 'boolean', description: 'The same work, rolled back' },
      why: WHY,
      ...(resource.dated && { validTo: LAST_DAY }),
    },
  }
  const named = {
    type: 'array',
    items: {
      type: 'object',
      properties: { id: { type: 'integer' }, text: { type: 'string' }, errors: errorSchema.properties.errors },
    },
  }
  const example = { id: { type: 'integer' }, text: { type: 'string' }, before: {}, after: {} }
  const examples = { type: 'array', items: { type: 'object', properties: example } }
  const counts = Object.fromEntries(
    ['count', 'changed', 'same', 'ended', 'begun', 'leftOut'].map(name => [name, { type: 'integer' }]),
  )
  const answer = {
    type: 'object',
    properties: { ...counts, failures: named, warnings: named, stale: named, examples, versions },
  }
  return { [`/${resource.path}/bulk`]: { post: operation('change-many', { body, answer, status: 201 }) } }
}

/** Describes the period that a report is always limited to. */
const periodOf = ({ period }: Resource) =>
  period
    ? ` Narrowed by ${period.field}: ${periodText(period.opens)} where none is asked, at most ${MOST_DAYS} at once.`
    : ''

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const integerParameter = (name: string, description: string): JsonSchema => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', minimum: 0 },
})
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
const LIST = [
  integerParameter('$limit', 'Rows a page, at most 500'),
  integerParameter('$skip', 'Rows to skip'),
  integerParameter(
    '$after',
    'The id of the last row of the page before, beside $skip: a page far down is then found at once. Where that row no longer exists, $skip counts.',
  ),
  { name: '$sort', in: 'query', style: 'deepObject', description: '$sort[name]=1 or -1', schema: { type: 'object' } },
  {
    name: '$totals',
    in: 'query',
    description: 'Add up the declared columns over all rows that match',
    schema: { type: 'boolean' },
  },
  { name: 'q', in: 'query', description: 'Quick search, exact code first', schema: { type: 'string', maxLength: 100 } },
  {
    name: 'filter',
    in: 'query',
    style: 'deepObject',
    description: 'name=value or name[$gte]=value; also $ne, $gt, $lt, $lte, $in, $nin, $contains, $starts, $and, $or',
    schema: { type: 'object' },
  },
]

const AS_ON = {
  name: 'asOn',
  in: 'query',
  description: 'The rows that count on a day, or of a report what it showed that day',
  schema: { type: 'string', format: 'date' },
}
const listOf = ({ dated, keptDaily }: Resource) => (dated || keptDaily ? [...LIST, AS_ON] : LIST)

const pageOf = (row: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    total: { type: 'integer', description: 'Counted to 10,001 unless $exact=true' },
    limit: { type: 'integer' },
    skip: { type: 'integer' },
    data: { type: 'array', items: row },
    totals: { type: 'object', description: 'Sums over all rows that match, where $totals=true' },
    leftOut: {
      type: 'object',
      description: 'How many rows are absent, since a column of $sort is closed to the reader on them',
      properties: { rows: { type: 'integer' }, columns: { type: 'array', items: { type: 'string' } } },
    },
  },
})

/**
 * Serves the description at `/api/openapi.json` and the same as a page at `/api/docs`: to people who are signed in, and of
 * what their roles may read.
 */
export function serveOpenApi(router: ApiRouter) {
  router.get('/api/openapi.json', ctx => {
    const { person } = signedIn(ctx)
    ctx.type = 'json'
    ctx.body = JSON.stringify(openApi(person))
  })
  router.get('/api/docs', ctx => {
    const { person } = signedIn(ctx)
    ctx.type = 'html'
    ctx.body = docsPage(person, allowStyles(ctx))
  })
}
