import { organisation } from '../access.ts'
import { flag, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** The states and union territories with their GST codes: the place of supply decides the tax. */
export const state = resource({
  group: 'masters',
  name: 'state',
  title: 'States',
  purpose: 'The states of India by their GST code, which decides between CGST with SGST and IGST.',
  fields: {
    gstStateCode: text({ min: 2, max: 2, format: 'digits', label: 'GST state code', aliases: ['state_code'] }),
    name: text({ max: 60, unique: true }),
    isoCode: text({ max: 5, unique: true, label: 'ISO code', hint: 'Such as IN-MH' }),
    sapRegion: text({
      max: 20,
      optional: true,
      label: 'SAP regions',
      hint: 'The region codes of SAP, which are not the GST state codes; with commas where several',
    }),
    isUnionTerritory: flag(),
  },
  key: ['gstStateCode'],
  display: ['name'],
  list: ['gstStateCode', 'name', 'isoCode', 'sapRegion', 'isUnionTerritory'],
  search: ['gstStateCode', 'name', 'isoCode'],
  access: organisation,
  everyRow: ['DISPATCH'],
})
