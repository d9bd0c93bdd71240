import type { HazardClass, HazardTrait, PackingGroup } from './classes.ts'

/** What goods are sorted by where two must not travel together. */
export const hazardSorts = {
  ANY: 'Any other dangerous goods',
  C1: 'Class 1',
  C23: 'Class 2.3',
  C3: 'Class 3',
  C41: 'Class 4.1',
  C42: 'Class 4.2',
  C43: 'Class 4.3',
  C5: 'Class 5.1 or 5.2',
  C51: 'Class 5.1',
  C61: 'Class 6.1',
  C8: 'Class 8',
  C8_LIQUID: 'Liquids of class 8',
  TOXIC_ZONE_A: 'Class 6.1, packing group I, zone A',
  ACID: 'Acids',
  ALKALI: 'Alkalis',
  CYANIDE: 'Cyanides',
  DRUG: 'Medicines',
} as const
export type HazardSort = keyof typeof hazardSorts
export const hazardSortCodes = Object.keys(hazardSorts) as HazardSort[]

/** Goods as segregation sees them; medicines have no class. */
export interface Sorted {
  code: string
  hazardClass: HazardClass | null
  subRisk: HazardClass | null
  packingGroup: PackingGroup | null
  traits: readonly HazardTrait[]
  isDrug: boolean
}

/** The sorts of goods: those of their class and of their subsidiary risk. */
export function sortsOf({ hazardClass, subRisk, packingGroup, traits, isDrug }: Sorted): Set<HazardSort> {
  const sorts = new Set<HazardSort>()
  for (const one of [hazardClass, subRisk]) {
    if (one === null) continue
    sorts.add('ANY')
    const own = `C${one.replace('.', '')}` as HazardSort
    if (hazardSortCodes.includes(own)) sorts.add(own)
    if (one.startsWith('5')) sorts.add('C5')
    if (one === '8' && traits.includes('LIQUID')) sorts.add('C8_LIQUID')
    if (one === '6.1' && packingGroup === 'I' && traits.includes('ZONE_A')) sorts.add('TOXIC_ZONE_A')
  }
  for (const trait of ['ACID', 'ALKALI', 'CYANIDE'] as const) if (traits.includes(trait)) sorts.add(trait)
  if (isDrug) sorts.add('DRUG')
  return sorts
}

/** What must not travel together, or should not. */
export interface SegregationRule {
  first: HazardSort
  second: HazardSort
  verdict: 'REFUSE' | 'WARN'
}

/** Two goods that a rule keeps apart. */
export interface Clash {
  rule: SegregationRule
  first: string
  second: string
}

/** The pairs of goods that the rules keep apart, the strictest rule for each pair. */
export function clashesOf(goods: readonly Sorted[], rules: readonly SegregationRule[]): Clash[] {
  const strict = [...rules].sort((a, b) => a.verdict.localeCompare(b.verdict))
  const sorted = goods.map(one => ({ code: one.code, sorts: sortsOf(one) }))
  return sorted.flatMap((one, index) =>
    sorted.slice(index + 1).flatMap((other): Clash[] => {
      const rule = strict.find(
        ({ first, second }) =>
          (one.sorts.has(first) && other.sorts.has(second)) || (one.sorts.has(second) && other.sorts.has(first)),
      )
      return rule && one.code !== other.code ? [{ rule, first: one.code, second: other.code }] : []
    }),
  )
}
