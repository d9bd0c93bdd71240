import { expect, it } from 'vitest'
import { hiddenFrom } from '../../resources/access.ts'
import { accessMatrix } from '../../resources/access-matrix.ts'
import { grantWords, withinWords } from '../../resources/access-words.ts'
import { orderProcess } from '../../resources/orders/order-process.ts'
import { resourceNamed, subjects } from '../../resources/registry.ts'
import { roleCodes } from '../../resources/roles.ts'

const lines = accessMatrix()
const lineOf = (id: string) => lines.find(line => line.id === id)!

it('letters are shown in plain words', () => {
  expect(grantWords('R')).toBe('reads')
  expect(grantWords('RX')).toBe('reads and exports')
  expect(grantWords('RCU')).toBe('reads, creates and changes')
  expect(grantWords('RCUDIX')).toBe('keeps, imports and exports')
})

it('the matrix has a line for every resource, action and order step, and a word exactly where a role has a right', () => {
  for (const resource of subjects) {
    const { cells } = lineOf(resource.path)
    for (const role of roleCodes)
      expect([resource.path, role, !!cells[role]]).toEqual([resource.path, role, !!resource.access[role]])
    for (const name of Object.keys(resource.actions)) expect(lineOf(`${resource.path} ${name}`)).toBeDefined()
  }
  for (const step of Object.keys(orderProcess.steps)) expect(lineOf(`orders ${step}`)).toBeDefined()
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
})

it('a role with restricted rows is never shown as reaching all', () => {
  for (const resource of subjects) {
    for (const role of roleCodes) {
      const narrowed = resource.within[role] !== undefined
      expect([resource.path, role, withinWords(resource, role) !== '']).toEqual([resource.path, role, narrowed])
    }
  }
  expect(lineOf('access-control/customer').cells.SALES_REP).toMatch(/^reads, only rows of own customers/)
})

it('fields hidden from a role are named', () => {
  const line = resourceNamed('order-line')
  expect(Object.values(line.fields).some(field => hiddenFrom(field).includes('CUSTOMER'))).toBe(true)
  expect(lineOf(line.path).cells.CUSTOMER).toMatch(/, without /)
})

it('fields masked for a role are named', () => {
  expect(lineOf('access-control/customer').cells.SALES_REP).toMatch(/, with .*PAN.* in part$/)
})

it('steps name the people who take them besides roles', () => {
  expect(lineOf('orders submit')).toMatchObject({ cells: {}, also: 'the person who placed it' })
  expect(lineOf('orders retry').cells).toEqual({ CSC_AGENT: 'may', SYS_ADMIN: 'may' })
  expect(lineOf('capability choosePlant')).toMatchObject({ kind: 'Special right', cells: { CSC_AGENT: 'may' } })
  expect(lineOf('approvals EUD').cells).toEqual({ EUD_APPROVER: 'decides what is assigned' })
})
