import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { KnexMysql } from '../../../api/platform/knex/knex-inside.ts'
import { hashOf, shapesOf } from './shapes.ts'

// Notes the shapes of what each test file sends to MariaDB, as a line of JSON in SHAPES_FOLDER. This file is read anew
// for each test file of a worker, whose modules stay.

const worker = globalThis as { biltySent?: Set<string> }
if (!worker.biltySent) listen()
const sent = beginAnew()

type Statement = { sql?: string; byTest?: boolean }

function listen(): void {
  const { _query, queryBuilder, raw } = KnexMysql.prototype
  Object.assign(KnexMysql.prototype, {
    _query(connection: { config?: { database?: string } }, query: Statement) {
      // Which file makes the seeded template is a matter of chance.
      const isTemplate = connection.config?.database === 'seeded'
      if (query.sql && !query.byTest && !isTemplate) worker.biltySent?.add(query.sql)
      return _query.call(this, connection, query)
    },
    queryBuilder(...args: unknown[]) {
      return marked(queryBuilder.apply(this, args))
    },
    raw(...args: unknown[]) {
      return marked(raw.apply(this, args))
    },
  })
}

// What a test writes itself says nothing of the product.
function marked<Built extends { toSQL(...args: unknown[]): object }>(built: Built): Built {
  if (!isAskedByTest()) return built
  const toSQL = built.toSQL.bind(built)
  return Object.assign(built, { toSQL: (...args: unknown[]) => Object.assign(toSQL(...args), { byTest: true }) })
}

function isAskedByTest(): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error
  try {
    Error.stackTraceLimit = 12
    Error.prepareStackTrace = (_, sites) => sites.map(site => site.getFileName() ?? '')
    const files = new Error().stack as unknown as string[]
    const asker = files.find(file => !file.includes('/knex/') && !file.endsWith('/note-shapes.ts'))
    return asker?.includes('/tests/') ?? false
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}

function beginAnew(): Set<string> {
  worker.biltySent = new Set()
  return worker.biltySent
}

afterAll(() => {
  const line = {
    file: relative('.', expect.getState().testPath!),
    shapes: [...new Set([...sent].flatMap(shapesOf).map(hashOf))],
  }
  appendFileSync(join(process.env.SHAPES_FOLDER!, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`)
})
