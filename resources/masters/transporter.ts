import { transport } from '../access.ts'
import { choice, code, flag, list, reference, text, url } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { maskedOutsideFinance } from '../masked.ts'
import { panInGstin } from '../rules.ts'
import { gtaTaxModes, gtaTaxWords, transModes } from '../trade.ts'
import { state } from './state.ts'
import { stateCity } from './state-city.ts'

/** A transporter that moves goods from a site to the customer. */
export const transporter = resource({
  group: 'masters',
  name: 'transporter',
  title: 'Transporter',
  purpose: 'The transporters used for dispatch.',
  fields: {
    code: code({ max: 10 }),
    name: text({ max: 100 }),
    sapVendorCode: text({ max: 10, format: 'sapNumber', optional: true, unique: true }),
    gstin: text({
      max: 15,
      format: 'gstin',
      optional: true,
      requiredIf: { gtaTaxMode: ['FORWARD_5', 'FORWARD_18'] },
      label: 'GSTIN',
    }),
    pan: text({
      max: 10,
      format: 'pan',
      label: 'PAN',
      maskedFor: maskedOutsideFinance,
    }),
    gtaTaxMode: choice(gtaTaxModes, {
      default: 'RCM',
      label: 'GST of carriage',
      hint: 'Under RCM we pay the tax; under forward charge the transporter bills it',
      words: gtaTaxWords,
    }),
    transporterEwayId: text({
      max: 15,
      format: 'transin',
      optional: true,
      label: 'E-way transporter id',
      hint: 'The GSTIN or the TRANSIN under which e-way bills name the transporter',
    }),
    contactPerson: text({ max: 60 }),
    mobile: text({ max: 10, format: 'mobile' }),
    email: text({ max: 254, format: 'email', label: 'E-mail' }),
    address: text({ audience: 'readers', max: 255 }),
    cityId: reference(stateCity, { aliases: ['city_name'] }),
    stateId: reference(state, { aliases: ['gst_state_code'] }),
    pincode: text({ max: 6, format: 'pincode', label: 'PIN code' }),
    transModes: list(transModes, { label: 'Modes of transport', aliases: ['modes'] }),
    carriesHazard: flag({
      label: 'Carries hazardous goods',
      hint: 'Trained drivers, panels and equipment by CMVR rules 129 to 137',
    }),
    trackingUrlTemplate: url({
      optional: true,
      label: 'Tracking link',
      hint: 'The transporter’s tracking page, with {lr_no} where the LR number goes',
    }),
    isLoginActive: flag({ server: true, label: 'Login active' }),
    bankAccountNo: text({
      max: 18,
      format: 'digits',
      optional: true,
      label: 'Bank account number',
      maskedFor: maskedOutsideFinance,
    }),
    ifsc: text({
      max: 11,
      format: 'ifsc',
      optional: true,
      requiredIf: { bankAccountNo: { not: null } },
      label: 'IFSC',
      maskedFor: maskedOutsideFinance,
    }),
  },
  key: ['code'],
  display: ['code', 'name'],
  sections: {
    Transporter: [
      'code',
      'name',
      'sapVendorCode',
      'transModes',
      'carriesHazard',
      'trackingUrlTemplate',
      'isLoginActive',
    ],
    Tax: ['gstin', 'pan', 'gtaTaxMode', 'transporterEwayId'],
    Contact: ['contactPerson', 'mobile', 'email'],
    Address: ['address', 'cityId', 'stateId', 'pincode'],
    Bank: ['bankAccountNo', 'ifsc'],
  },
  list: ['code', 'name', 'cityId', 'transModes', 'mobile', 'isLoginActive'],
  filters: ['transModes', 'stateId', 'isLoginActive'],
  search: ['code', 'name', 'gstin'],
  sort: ['name'],
  rules: [
    panInGstin,
    {
      field: 'trackingUrlTemplate',
      code: 'FORMAT',
      message: 'must contain {lr_no} where the LR number goes',
      check: row => row.trackingUrlTemplate === null || row.trackingUrlTemplate.includes('{lr_no}'),
    },
  ],
  access: transport,
  everyRow: ['DISPATCH'],
  within: { TRANSPORTER: { id: 'ownTransporter' } },
})

export type Transporter = Row<typeof transporter>
