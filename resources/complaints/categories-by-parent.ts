/** A category as a picker shows it. */
export interface PickedCategory {
  id: number
  name: string
  parentCategoryId: number | null
}

/** Categories under the name of their parent; a parent is the first of its own group, and who has neither stands first. */
interface CategoryGroup<Category> {
  /** The name of the parent; null for those without parent and children. */
  name: string | null
  categories: Category[]
}

/**
 * Groups categories by their uppermost parent, each in the order of its name. A parent that cannot be chosen leaves its
 * children without group.
 */
export function categoriesByParent<Category extends PickedCategory>(
  categories: readonly Category[],
): CategoryGroup<Category>[] {
  const byId = new Map(categories.map(one => [one.id, one]))
  const topOf = (one: Category): Category => {
    const passed = new Set<number>()
    let top = one
    for (;;) {
      const parent = byId.get(top.parentCategoryId ?? 0)
      // Two that name each other as parent are not followed for ever.
      if (!parent || passed.has(parent.id)) return top
      passed.add(parent.id)
      top = parent
    }
  }
  const byName = categories.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const groups = [...Map.groupBy(byName, one => topOf(one).id)].map(([id, members]) => ({
    top: byId.get(id)!,
    members,
  }))
  const single = groups.filter(({ members }) => members.length === 1).flatMap(({ members }) => members)
  const named = groups
    .filter(({ members }) => members.length > 1)
    .map(({ top, members }) => ({
      name: top.name,
      categories: members.toSorted((a, b) => Number(b.id === top.id) - Number(a.id === top.id)),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return single.length > 0 ? [{ name: null, categories: single }, ...named] : named
}
