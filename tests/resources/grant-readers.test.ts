import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { confirmingRoles } from '../../resources/confirming-roles.ts'

const root = join(import.meta.dirname, '..', '..')
const word = 'api/derive/rights/grants.ts'
const readers = [
  // The table by its name, but not where the SQL of a column is asked for under it.
  /(?<!scopeIdsIn\()['"`]assign_roles(?: as \w+)?['"`]/,
  // In a text of SQL, but not with the condition itself beside it.
  /\b(?:from|join)\s+`?assign_roles\b(?!.*\$\{grantCounts\()/,
  /\b(?:rowsOf|selectFrom|tableOf|db|trx)\([^)]*\bassignRoles\b/,
]
const isReader = (text: string) => readers.some(reader => reader.test(text))

it('whoever reads the grants of roles does it by the one word that knows which of them count', () => {
  const files = globSync('api/**/*.ts', { cwd: root })
  const found = files.filter(file => isReader(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([word])
})

it('a reading past that word is found, however it is written', () => {
  for (const text of [
    "db('assign_roles').where({ userId })",
    "trx('assign_roles as held')",
    ".leftJoin('assign_roles', 'assign_roles.userId', 'user.id')",
    '`left join assign_roles a on a.userId = u.id`',
    'rowsOf(db, assignRoles, rows => rows)',
  ])
    expect([text, isReader(text)]).toEqual([text, true])
  expect(isReader("grantsOn(db, today()).where('assign_roles.userId', id)")).toBe(false)
})

it('the roles that confirm are those that hold the letter for it where rows are confirmed', () => {
  expect(confirmingRoles).toEqual(['SYS_ADMIN', 'MASTER_ADMIN', 'CREDIT_CONTROLLER', 'FINANCE'])
})
