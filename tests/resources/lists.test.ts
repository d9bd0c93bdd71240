import { describe, expect, it } from 'vitest'
import { defaultWidth } from '../../admin/derive/list/column-widths.ts'
import { columnsOf, placeColumns } from '../../admin/derive/list/columns.ts'
import { laidFor, leadColumnsOf, leadCountOf, ROOM } from '../../admin/derive/list/leads.ts'
import { columnOf } from '../../resources/columns.ts'
import type { Field } from '../../resources/define/fields.ts'
import { tonesIn } from '../../resources/define/state-tones.ts'
import { resourceNamed, subjects } from '../../resources/registry.ts'
import type { Role } from '../../resources/roles.ts'

const fieldsOf = ({ fields, computed }: (typeof subjects)[number]) =>
  Object.entries({ ...fields, ...computed } as Record<string, Field>)

describe('the state of a row', () => {
  const states = subjects.flatMap(subject =>
    fieldsOf(subject).flatMap(([name, field]) =>
      field.kind === 'choice' && /(status|state)$/i.test(name) ? [{ at: `${subject.path} ${name}`, field }] : [],
    ),
  )
  it.each(states)('says of $at how a row in each of them is doing', ({ field }) => {
    expect(field.options!.filter(option => !tonesIn(field)?.[option])).toEqual([])
  })
})

describe('what a list is read for', () => {
  const lists = subjects.flatMap(subject =>
    [undefined, ...Object.keys(subject.leadsFor)].map(role => ({
      subject,
      role,
      at: role ? `${subject.path} for ${role}` : subject.path,
    })),
  )
  it.each(lists)('stands on a screen of 1440 pixels at once: $at', ({ subject, role }) => {
    const laid = laidFor(subject, role ? [role as Role] : [])
    const columns = placeColumns(laid, columnsOf(laid), []).filter(
      // Whoever dispatches reads no amounts.
      ({ shown, field }) => shown && (role !== 'DISPATCH' || field.nature !== 'amount'),
    )
    const seen = columns.slice(0, leadCountOf(columns))
    const { lead, amount, state, day } = leadColumnsOf(columns)
    for (const column of [lead, amount, state, day]) if (column) expect(seen).toContain(column)
    expect(seen.reduce((sum, column) => sum + defaultWidth(column), 0)).toBeLessThanOrEqual(ROOM)
  })

  it('is named by columns that there are', () => {
    for (const subject of subjects)
      for (const names of [subject.leads, ...Object.values(subject.leadsFor)])
        for (const name of names ?? []) expect(columnOf(subject, name)?.shown, `${subject.path} ${name}`).toBe(true)
  })

  it('is the number of a row to whoever reads no party in it, and the party to all others', () => {
    const payments = resourceNamed('payment-transaction')
    expect(laidFor(payments, ['FINANCE']).list[0]).toBe('customerId')
    expect(laidFor(payments, ['CUSTOMER'], ['customerId']).list[0]).toBe('txnNo')
    expect(laidFor(resourceNamed('order'), ['DISPATCH']).list[0]).toBe('shipToId')
  })
})
