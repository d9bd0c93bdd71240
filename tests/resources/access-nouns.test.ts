import { expect, it } from 'vitest'
import { allowedOf, mayDo, nounOf, nouns, reachIn, verbs } from '../../resources/access-nouns.ts'
import { may } from '../../resources/define/rights.ts'
import { subjects } from '../../resources/registry.ts'
import { roleCodes } from '../../resources/roles.ts'

const noun = (title: string) => nouns.find(one => one.title === title)!
const verb = (says: string) => verbs.find(one => one.says === says)!

it('every right of a role stands in one cell of its matrix', () => {
  for (const role of roleCodes)
    for (const one of verbs)
      for (const resource of subjects)
        expect([role, resource.path, allowedOf(nounOf(resource), role, one).includes(resource)]).toEqual([
          role,
          resource.path,
          may(resource.access, role, one.letter),
        ])
  const named = nouns.flatMap(({ paths }) => paths.filter(path => path !== '' && !path.endsWith('/')))
  const paths = subjects.map(({ path }) => path)
  expect(named.filter(path => !paths.includes(path))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

it('a cell says whose rows, and nothing where the role never may', () => {
  expect(reachIn(noun('Orders'), 'SALES_REP', verb('Reads'))).toBe('own customers')
  expect(reachIn(noun('Orders'), 'CUSTOMER', verb('Reads'))).toBe('own')
  expect(reachIn(noun('Payments, refunds, differences'), 'FINANCE', verb('Reads'))).toBe('all')
  expect(reachIn(noun('Transporters, lanes'), 'CUSTOMER', verb('Changes'))).toBeNull()
  expect(Number(reachIn(noun('Reports'), 'FINANCE', verb('Reads')))).toBeGreaterThan(3)
})

it('what a person may do is said in sentences: in force, then what begins, and what they do not do last', () => {
  const said = mayDo([
    { role: 'CREDIT_CONTROLLER', where: 'SBU LS', begins: 'From 1 Dec' },
    { role: 'FINANCE', where: 'everywhere', begins: null },
  ])
  expect(said[0]!.says).toMatch(/^Reads .*payments/)
  expect(said[0]!.begins).toBeNull()
  const begins = said.map(one => one.begins)
  expect(begins.indexOf('From 1 Dec')).toBeGreaterThan(begins.lastIndexOf(null, begins.indexOf('From 1 Dec')))
  expect(said.at(-1)).toMatchObject({ does: false })
  expect(said.map(({ says }) => says)).toContain('Does not change a price, a limit or a contract')
})
