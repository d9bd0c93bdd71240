import { describe, expect, it } from 'vitest'
import { resources } from '../../resources/registry.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { columns, differences, expected, matrix, rowOfPath } from '../support/matrix.ts'

const inOrder = (letters: string) => [...letters].sort().join('')

describe('the matrix of roles and rights', () => {
  it('has a cell for every role in every row', () => {
    expect([...columns].sort()).toEqual([...roleCodes].sort())
    for (const { module, cells } of matrix) expect([module, cells.split('|').length]).toEqual([module, 15])
  })

  it('places every resource once, and names none that is not declared', () => {
    const placed = matrix.flatMap(({ paths, parts = [] }) => [...paths, ...parts])
    expect([...placed].sort()).toEqual(resources.map(({ path }) => path).sort())
  })

  it('is what the declarations say, letter by letter', () => {
    const wrong = resources.flatMap(({ path, access }) =>
      columns.flatMap(role => {
        const part = rowOfPath(path)!.parts?.includes(path)
        const declared = part ? (access[role] ?? '').replace(/[^RX]/g, '') : (access[role] ?? '')
        const { letters } = expected(path, role)
        return inOrder(declared) === inOrder(letters) ? [] : [`${path} ${role}: «${declared}», not «${letters}»`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('gives «own» as rows of one’s own and nothing wider', () => {
    const wider = resources.flatMap(({ path, access, within }) =>
      columns.flatMap(role => (access[role] && expected(path, role).own && !within[role] ? [`${path} ${role}`] : [])),
    )
    expect(wider).toEqual([])
  })

  it('keeps prices, limits, credit and approvers’ words from those who are not to see them', () => {
    const open = (role: Role, names: RegExp, paths: RegExp) =>
      resources.flatMap(({ path, access, fields }) =>
        access[role] && paths.test(path)
          ? Object.entries(fields).flatMap(([name, field]) =>
              names.test(name) && !field.hiddenFrom?.includes(role) ? [`${role} ${path} ${name}`] : [],
            )
          : [],
      )
    const told = [
      ...(['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH', 'TRANSPORTER'] as const).flatMap(role => [
        ...open(role, /^(limitPrice|limitGapPct|asp|aspGapPct|credit\w+|internalNote|priceTrace)$/, /./),
        ...open(role, /^remarks?$/, /^(approval-tasks|order-steps)$/),
      ]),
      ...open('TRANSPORTER', /(Value|Price|[csi]gst|roundOff|taxValue)$/, /^(invoices|invoice-lines|lr-lines)$/),
      ...open('DISPATCH', /(Value|Price|DiscountPct|[csi]gst|gstRate)$/, /^(orders|order-lines)$/),
      ...open('CUSTOMER', /^(sourceTrace|stockAtEntry)$/, /./),
      ...open('DISTRIBUTOR', /^(sourceTrace|stockAtEntry)$/, /./),
    ]
    expect(told).toEqual([])
  })

  it('differs nowhere without need', () => {
    for (const { paths, role, letters } of differences)
      for (const path of paths) {
        const plain = rowOfPath(path)!.cells.split('|')[columns.indexOf(role)]!.trim()
        expect([path, role, plain]).not.toEqual([path, role, letters || '–'])
      }
  })
})
