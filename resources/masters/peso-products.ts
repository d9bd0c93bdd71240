import { regulated } from '../access.ts'
import { choice, decimal, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { petroleumClasses, petroleumClassOf } from '../petroleum.ts'
import { products } from './products.ts'

/** Petroleum products by law: stored and delivered under a licence only. */
export const pesoProducts = resource({
  group: 'masters',
  name: 'peso-products',
  title: 'Peso Products',
  one: 'PESO product',
  purpose: 'The products of a petroleum class, for which a PESO licence is needed beyond a free quantity.',
  fields: {
    productId: reference(products),
    petroleumClass: choice(petroleumClasses, { label: 'Class' }),
    flashPointC: decimal({
      scale: 1,
      min: -100,
      label: 'Flash point in °C',
      hint: 'Below 23 is class A, below 65 class B, below 93 class C',
    }),
    unNo: text({ max: 6, format: 'unNumber', optional: true, label: 'UN number' }),
    litrePerUom: decimal({ scale: 3, min: 0.001, label: 'Litres in a sales unit' }),
    licenceFreeLitres: decimal({
      scale: 1,
      min: 0,
      optional: true,
      label: 'Licence-free litres',
      hint: 'Leave empty for the usual of the class: 30 for A, 2,500 for B, 45,000 for C',
    }),
  },
  key: ['productId'],
  display: ['productId', 'petroleumClass'],
  list: ['productId', 'petroleumClass', 'flashPointC', 'unNo', 'litrePerUom', 'licenceFreeLitres'],
  filters: ['petroleumClass'],
  search: ['unNo'],
  sort: ['productId'],
  rules: [
    {
      field: 'petroleumClass',
      code: 'RANGE',
      message: 'must be that of the flash point: below 23 °C A, below 65 °C B, below 93 °C C',
      check: row => petroleumClassOf(row.flashPointC) === row.petroleumClass,
    },
  ],
  access: regulated,
  everyRow: ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH'],
})
