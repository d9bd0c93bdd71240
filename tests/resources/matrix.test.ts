import { describe, expect, it } from 'vitest'
import { hiddenFrom } from '../../resources/access.ts'
import { resourceAt, resources, subjects } from '../../resources/registry.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { ADD_ROW, columns, differences, expected, matrix, rowOfPath } from '../support/matrix.ts'

const inOrder = (letters: string) => [...letters].sort().join('')

/** Fields that roles may not read, by name and resource. */
interface Closed {
  to: readonly Role[]
  names: RegExp
  of: Readonly<Record<string, readonly string[]>>
  /** Whether every other resource with a field of this name hides it too. */
  everywhere?: boolean
}
const outside = ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH', 'TRANSPORTER'] as const
const closed: readonly Closed[] = [
  {
    to: outside,
    names: /^(limitPrice|limitGapPct|asp|aspGapPct|credit\w+|internalNote|priceTrace)$/,
    of: {
      orders: ['creditExposure', 'creditExcess', 'internalNote'],
      'order-lines': ['limitPrice', 'limitGapPct', 'asp', 'aspGapPct', 'priceTrace'],
      'access-control/customer': ['creditLimit'],
    },
    everywhere: true,
  },
  { to: outside, names: /^remarks?$/, of: { 'approval-tasks': ['remarks'], 'order-steps': ['remark'] } },
  {
    to: ['TRANSPORTER'],
    names: /(Value|Price|[csi]gst|roundOff)$/,
    of: {
      invoices: ['netValue', 'freightValue', 'cgst', 'sgst', 'igst', 'roundOff', 'grossValue'],
      'invoice-lines': ['unitPrice', 'netValue', 'taxValue'],
      'lr-lines': ['invoiceValue'],
    },
  },
  {
    to: ['DISPATCH'],
    names: /(Value|Price|DiscountPct|[csi]gst|gstRate)$/,
    of: {
      orders: ['listValue', 'discountValue', 'freightValue', 'taxableValue', 'cgst', 'sgst', 'igst', 'grossValue'],
      'order-lines': [
        ...['listPrice', 'netPrice', 'limitPrice', 'defaultDiscountPct', 'manualDiscountPct', 'promoDiscountValue'],
        ...['netValue', 'freightValue', 'taxableValue', 'gstRate', 'cgst', 'sgst', 'igst', 'grossValue'],
      ],
    },
  },
  {
    to: ['CUSTOMER', 'DISTRIBUTOR'],
    names: /^(sourceTrace|stockAtEntry)$/,
    of: { 'order-lines': ['sourceTrace', 'stockAtEntry'] },
    everywhere: true,
  },
]

describe('the matrix of roles and rights', () => {
  it('has a cell for every role in every row', () => {
    expect([...columns].sort()).toEqual([...roleCodes].sort())
    expect(matrix.length).toBeGreaterThan(30)
    for (const { module, cells } of matrix) expect([module, cells.split('|').length]).toEqual([module, 15])
  })

  it('contains every resource and report once, and names only declared ones', () => {
    const placed = matrix.flatMap(({ paths, parts = [] }) => [...paths, ...parts])
    const declared = subjects.map(({ path }) => path)
    expect(
      declared.filter(path => !placed.includes(path)),
      ADD_ROW,
    ).toEqual([])
    expect(placed.toSorted(), 'tests/support/matrix.ts names a path once, and only what is declared').toEqual(
      declared.toSorted(),
    )
  })

  it('equals the declarations, letter by letter', () => {
    const wrong = subjects.flatMap(({ path, access }) =>
      columns.flatMap(role => {
        const part = rowOfPath(path)?.parts?.includes(path)
        const declared = part ? (access[role] ?? '').replace(/[^RX]/g, '') : (access[role] ?? '')
        const { letters } = expected(path, role)
        return inOrder(declared) === inOrder(letters) ? [] : [`${path} ${role}: “${declared}”, not “${letters}”`]
      }),
    )
    expect(columns.filter(role => resources.some(({ access }) => access[role]))).toEqual([...columns])
    expect(wrong, 'access of the declaration and its row of tests/support/matrix.ts say the same').toEqual([])
  })

  it('grants “own” as the person’s own rows and nothing wider', () => {
    const own = subjects.flatMap(({ path }) => columns.filter(role => expected(path, role).own))
    expect(own.length).toBeGreaterThan(30)
    const wider = subjects.flatMap(({ path, access, within }) =>
      columns.flatMap(role => (access[role] && expected(path, role).own && !within[role] ? [`${path} ${role}`] : [])),
    )
    expect(wider).toEqual([])
  })

  it.each(closed)('hides $names from the roles that must not see them', ({ to, names, of, everywhere }) => {
    // A renamed field would no longer match here, and its new name would be visible.
    const gone = Object.entries(of).flatMap(([path, known]) =>
      known.filter(name => !names.test(name) || !(name in resourceAt(path)!.fields)).map(name => `${path} ${name}`),
    )
    expect(gone).toEqual([])
    const open = resources
      .filter(({ path }) => everywhere || path in of)
      .flatMap(({ path, access, fields }) =>
        to
          .filter(role => access[role])
          .flatMap(role =>
            Object.entries(fields).flatMap(([name, field]) =>
              names.test(name) && !hiddenFrom(field).includes(role) ? [`${role} ${path} ${name}`] : [],
            ),
          ),
      )
    expect(open).toEqual([])
  })

  it('has no unnecessary exception', () => {
    expect(differences.length).toBeGreaterThan(20)
    for (const { paths, role, letters } of differences)
      for (const path of paths) {
        const plain = rowOfPath(path)!.cells.split('|')[columns.indexOf(role)]!.trim()
        expect([path, role, plain]).not.toEqual([path, role, letters || '–'])
      }
  })
})
