import { hazards } from '../access.ts'
import { choice, code, date, decimal, list, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { hazardTraits, packingGroups, traitWords } from '../dispatches/hazards/classes.ts'
import { products } from './products.ts'

const card = (label: string, hint?: string) =>
  text({ audience: 'readers', max: 500, optional: true, long: true, label, ...(hint && { hint }) })

/** What the law asks of a hazardous product on the road: its UN number, and the parts of its TREM card. */
export const productHazard = resource({
  group: 'masters',
  name: 'product-hazard',
  title: 'Product Hazards',
  one: 'product hazard',
  purpose: 'UN number, packing group and TREM card of hazardous products.',
  fields: {
    productId: reference(products),
    unNo: text({ max: 6, format: 'unNumber', label: 'UN number' }),
    packingGroup: choice(packingGroups, { default: 'NONE', label: 'Packing group' }),
    technicalName: text({
      max: 120,
      audience: 'readers',
      optional: true,
      label: 'Technical name',
      hint: 'Of goods that are not otherwise specified (n.o.s.)',
    }),
    flashPointC: decimal({ scale: 1, min: -100, max: 500, optional: true, label: 'Flash point in °C' }),
    eac: code({ max: 4, optional: true, label: 'Emergency action code', hint: 'From the safety data sheet' }),
    traits: list(hazardTraits, {
      optional: true,
      label: 'Traits',
      hint: 'What it must not travel with follows from them',
      words: { staff: traitWords, buyer: traitWords },
    }),
    sdsDate: date({ optional: true, label: 'Safety data sheet of' }),
    emergencyPhone: text({ max: 20, audience: 'readers', optional: true, label: 'Emergency telephone' }),
    look: card('Look', 'Colour, state and smell'),
    dangers: card('Dangers'),
    protection: card('Protection', 'What the driver wears'),
    spill: card('Spill'),
    fire: card('Fire'),
    firstAid: card('First aid'),
  },
  key: ['productId'],
  display: ['productId', 'unNo'],
  list: ['productId', 'unNo', 'packingGroup', 'flashPointC', 'eac', 'sdsDate'],
  filters: ['unNo', 'packingGroup'],
  search: [],
  sort: ['productId'],
  sections: {
    'Dangerous goods': ['productId', 'unNo', 'packingGroup', 'technicalName', 'flashPointC', 'traits', 'sdsDate'],
    'TREM card': ['eac', 'emergencyPhone', 'look', 'dangers', 'protection', 'spill', 'fire', 'firstAid'],
  },
  access: hazards,
  everyRow: ['DISPATCH'],
})

export type ProductHazard = Row<typeof productHazard>

/** The parts that a TREM card must have. */
export const cardParts = ['look', 'dangers', 'protection', 'spill', 'fire', 'firstAid'] as const
