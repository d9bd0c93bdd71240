import { describe, expect, it } from 'vitest'
import { categoriesByParent } from '../../../resources/complaints/categories-by-parent.ts'

const category = (id: number, name: string, parentCategoryId: number | null = null) => ({ id, name, parentCategoryId })
const shown = (...categories: ReturnType<typeof category>[]) =>
  categoriesByParent(categories).map(({ name, categories }) => [name, ...categories.map(one => one.name)])

describe('the subjects of a new complaint', () => {
  it('stand under their parent, which is the first of its group, after those without', () => {
    expect(
      shown(
        category(1, 'Delivery'),
        category(2, 'Wet cartons', 1),
        category(3, 'Arrived late', 1),
        category(4, 'Other'),
        category(5, 'Billing'),
        category(6, 'Wrong price', 5),
      ),
    ).toEqual([
      [null, 'Other'],
      ['Billing', 'Billing', 'Wrong price'],
      ['Delivery', 'Delivery', 'Arrived late', 'Wet cartons'],
    ])
  })

  it('stand under the uppermost parent, and by themselves where the parent is no longer offered', () => {
    expect(
      shown(category(1, 'Goods'), category(2, 'Damage', 1), category(3, 'Leak', 2), category(4, 'Lost', 9)),
    ).toEqual([
      [null, 'Lost'],
      ['Goods', 'Goods', 'Damage', 'Leak'],
    ])
  })

  it('are all offered even where two name each other as parent', () => {
    expect(
      shown(category(1, 'One', 2), category(2, 'Two', 1))
        .flat()
        .filter(Boolean)
        .sort(),
    ).toContain('One')
    expect(
      categoriesByParent([category(1, 'One', 2), category(2, 'Two', 1)]).flatMap(one => one.categories),
    ).toHaveLength(2)
  })
})
