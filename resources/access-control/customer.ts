import { customers, partnerRoles } from '../access.ts'
import { has } from '../define/computed.ts'
import { choice, code, date, flag, instant, integer, money, reference, text, toComplete } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { maskedOutsideFinance } from '../masked.ts'
import { state } from '../masters/state.ts'
import { stateCity } from '../masters/state-city.ts'
import { creditHiddenFrom } from '../orders/order-visibility.ts'
import { panInGstin } from '../rules.ts'
import { channel } from '../settings/channel.ts'
import { freightTerms, transModes } from '../trade.ts'
import { registrationTypes, registrationWords, typesWithPan } from './gst-registration.ts'
import { loginStatus } from './login-status.ts'

/** A sold-to: an end customer, an institution or a distributor. SAP owns name, tax and credit; the portal the rest. */
export const customer = resource({
  group: 'access-control',
  name: 'customer',
  title: 'Customer',
  purpose: 'Customers with their SAP data and portal settings.',
  fields: {
    code: text({ max: 10, format: 'sapNumber', sap: true, label: 'Customer code' }),
    name: text({ max: 100, sap: true }),
    name2: text({ audience: 'readers', max: 100, optional: true, sap: true, label: 'Name, second line' }),
    customerType: choice(['END_CUSTOMER', 'DISTRIBUTOR', 'INSTITUTION'], { optional: true, completedLater: true }),
    isDistributor: flag({ hint: 'Buys to sell again; orders of other customers may be routed to it' }),
    channelId: reference(channel, { sap: true }),
    address: text({ audience: 'readers', max: 255, sap: true }),
    cityId: reference(stateCity, { optional: true, completedLater: true, aliases: ['city_name'] }),
    stateId: reference(state, { sap: true, aliases: ['gst_state_code'] }),
    pincode: text({ max: 6, format: 'pincode', sap: true, label: 'PIN code' }),
    gstRegistrationType: choice(registrationTypes, {
      optional: true,
      completedLater: true,
      label: 'GST registration',
      words: { staff: registrationWords, buyer: {} },
    }),
    gstin: text({
      max: 15,
      format: 'gstin',
      optional: true,
      requiredIf: { gstRegistrationType: { not: ['UNREGISTERED', 'GOVT', null] } },
      sap: true,
      label: 'GSTIN',
    }),
    pan: text({
      max: 10,
      format: 'pan',
      optional: true,
      requiredIf: { creditLimit: { not: 0 }, gstRegistrationType: typesWithPan },
      sap: true,
      label: 'PAN',
      maskedFor: maskedOutsideFinance,
    }),
    hasLut: flag({
      label: 'Has an LUT',
      hint: 'Supplies to an SEZ under a letter of undertaking are zero rated',
    }),
    drugLicenceNo: text({ max: 40, format: 'drugLicence', optional: true, label: 'Drug licence 20B' }),
    drugLicenceNo2: text({ max: 40, format: 'drugLicence', optional: true, label: 'Drug licence 21B' }),
    drugLicenceValidTo: date({ optional: true }),
    creditLimit: money({ min: 0, default: 0, sap: true, hiddenFrom: creditHiddenFrom }),
    creditLimitTo: date({
      optional: true,
      sap: true,
      label: 'Credit limit valid to',
      hint: 'After this day the limit is taken as 0',
      hiddenFrom: creditHiddenFrom,
    }),
    creditBlocked: flag({
      tones: { true: 'bad' },
      sap: true,
      label: 'Credit blocked in SAP',
      hint: 'Every order goes to the credit desk',
      hiddenFrom: creditHiddenFrom,
    }),
    paymentTermsCode: code({ max: 4, sap: true }),
    paymentTermsDays: integer({ min: 0, max: 999, default: 30, sap: true }),
    freightTerms: choice(freightTerms, { default: 'FOR' }),
    defaultTransMode: choice(transModes, { default: 'SURFACE', label: 'Usual mode of transport' }),
    requiresAcceptance: flag({ default: true, hint: 'Must accept the orders that are placed for them' }),
    tcsTdsNote: text({ audience: 'readers', max: 100, optional: true, label: 'TCS or TDS note' }),
    priceListVisible: flag({ default: true, label: 'Sees the price list' }),
    email: text({ max: 254, format: 'email', optional: true, sap: true, label: 'E-mail' }),
    mobile: text({ max: 10, format: 'mobile', optional: true, sap: true }),
    sapOrderBlock: code({
      max: 2,
      optional: true,
      sap: true,
      hint: 'Any entry means SAP takes no orders of this customer',
      hiddenFrom: partnerRoles,
    }),
    sapDeliveryBlock: code({
      max: 2,
      optional: true,
      sap: true,
      hint: 'Any entry means SAP delivers nothing to this customer',
      hiddenFrom: partnerRoles,
    }),
    sapDeleted: flag({ sap: true, label: 'Deleted in SAP' }),
    toComplete: toComplete({ audience: 'staff' }),
    lastDay: date({
      optional: true,
      server: true,
      label: 'Last day',
      hint: 'Orders are taken up to this day; then the customer is closed',
    }),
    lastSyncedAt: instant({ optional: true, server: true, label: 'Last read from SAP' }),
  },
  key: ['code'],
  display: ['code', 'name'],
  leads: ['code', 'name', 'creditLimit', 'loginStatus', 'cityId', 'channelId'],
  list: [
    'code',
    'name',
    'cityId',
    'channelId',
    'isDistributor',
    'gstin',
    'creditLimit',
    'loginStatus',
    'isBlocked',
    'sapOrderBlock',
    'toComplete',
  ],
  filters: [
    'channelId',
    'cityId.zoneAreaId.zoneId',
    'segmentId',
    'isDistributor',
    'loginStatus',
    'drugLicenceValidTo',
    'toComplete',
  ],
  totals: ['creditLimit'],
  computed: {
    segmentId: has('customer-segment-map', 'customerId', { by: 'customerSegmentId', label: 'Segment' }),
    loginStatus,
    isBlocked: has('block-customer-order-creation', 'customerId', { label: 'Blocked or warned of' }),
  },
  sections: {
    Customer: ['code', 'name', 'name2', 'customerType', 'isDistributor', 'channelId'],
    Address: ['address', 'cityId', 'stateId', 'pincode', 'email', 'mobile'],
    Tax: ['gstRegistrationType', 'gstin', 'pan', 'hasLut', 'tcsTdsNote'],
    Licences: ['drugLicenceNo', 'drugLicenceNo2', 'drugLicenceValidTo'],
    'Credit and payment': ['creditLimit', 'creditLimitTo', 'creditBlocked', 'paymentTermsCode', 'paymentTermsDays'],
    'Orders and delivery': ['freightTerms', 'defaultTransMode', 'requiresAcceptance', 'priceListVisible'],
    SAP: ['sapOrderBlock', 'sapDeliveryBlock', 'sapDeleted', 'toComplete', 'lastSyncedAt', 'lastDay'],
  },
  search: ['code', 'name', 'gstin'],
  large: true,
  sort: ['name'],
  indexes: [['code'], ['name'], ['gstin'], ['channelId', 'name'], ['cityId'], ['stateId']],
  rules: [panInGstin],
  access: customers,
  sapObject: 'CUSTOMER',
  closing: {
    lastDay: 'lastDay',
    act: 'Close for good',
    says: 'Orders are taken up to the last day; what is open is delivered and paid, then customer and logins are closed.',
    taker: { label: 'Which customer takes over', hint: 'Gets its customers and products, where it is a distributor' },
    becomes: {
      'dist-cust-mapping.distributorId': 'PASSES',
      'distributor-product-map.distributorId': 'PASSES',
      'upload-outstanding.customerId': 'FINISHED',
      'upload-payment-customers.customerId': 'LASTLY',
      'block-customer-order-creation.customerId': 'LASTLY',
      'user.customerId': 'LASTLY',
    },
  },
  within: {
    CUSTOMER: { id: 'ownCustomer' },
    DISTRIBUTOR: { id: 'ownCustomer' },
    SALES_REP: { id: 'myCustomers' },
    SALES_MANAGER: { id: 'myCustomers' },
    EUD_APPROVER: { id: 'customersOfMySbus' },
    DISPATCH: { id: 'myCustomers' },
  },
})

export type Customer = Row<typeof customer>
