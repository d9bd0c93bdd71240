import { describe, expect, it } from 'vitest'
import { assignRoles } from '../../../resources/access-control/assign-roles.ts'
import { cnf } from '../../../resources/access-control/cnf.ts'
import { customer } from '../../../resources/access-control/customer.ts'
import { employee } from '../../../resources/access-control/employee.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { clean, validate, withDefaults } from '../../../resources/define/validate.ts'
import { approvingLimits } from '../../../resources/masters/approving-limits.ts'
import { custShiptoProdPrice } from '../../../resources/masters/cust-shipto-prod-price.ts'
import { productDiscount } from '../../../resources/masters/product-discount.ts'
import { products } from '../../../resources/masters/products.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { messageTemplate } from '../../../resources/settings/message-template.ts'
import { user } from '../../../resources/settings/user.ts'

/** Normalises and validates a row as people and files send it. */
const faultsOf = (resource: Resource, row: RowValues) =>
  validate(resource, withDefaults(resource, clean(resource, row)))
const messagesOf = (resource: Resource, row: RowValues) => faultsOf(resource, row).map(fault => fault.message)

const transporterRow = {
  code: 'vrl',
  name: 'VRL Logistics',
  pan: 'AAPFU0939F',
  contactPerson: 'Ramesh Iyer',
  mobile: '+91 98200 12345',
  email: 'Desk@VRL.example',
  address: 'Giriraj Annexe, Hubballi',
  cityId: 1,
  stateId: 2,
  pincode: '580029',
  transModes: ['SURFACE', 'EXPRESS'],
}
const buyer = {
  code: '0000100001',
  name: 'Sahyadri Biologics',
  customerType: 'END_CUSTOMER',
  channelId: 1,
  address: 'Plot 12, MIDC',
  cityId: 1,
  stateId: 1,
  pincode: '411019',
  gstRegistrationType: 'REGULAR',
  gstin: '27AAPFU0939F1ZV',
  pan: 'AAPFU0939F',
  paymentTermsCode: 'z030',
}

describe('a text', () => {
  it('is trimmed and normalised before it is validated', () => {
    const row = clean(transporter, { ...transporterRow, name: '  VRL Logistics\u00a0 ', gstin: '' })
    expect(row).toMatchObject({
      code: 'VRL',
      name: 'VRL Logistics',
      mobile: '9820012345',
      email: 'desk@vrl.example',
      gstin: null,
    })
    expect(faultsOf(transporter, transporterRow)).toEqual([])
  })

  it('loses the leading zeros of a SAP number', () => {
    expect(clean(customer, buyer).code).toBe('100001')
  })

  it('may not be longer than its column, hold control characters or break its line', () => {
    expect(messagesOf(transporter, { ...transporterRow, name: 'x'.repeat(101) })).toEqual([
      'Name must be at most 100 characters',
    ])
    expect(messagesOf(transporter, { ...transporterRow, name: 'a\u0007b' })).toEqual([
      'Name must not contain control characters',
    ])
    expect(messagesOf(transporter, { ...transporterRow, name: 'a\u202eb' })).toEqual([
      'Name must not contain control characters',
    ])
    expect(messagesOf(transporter, { ...transporterRow, name: 'a\nb' })).toEqual(['Name must be one line'])
  })

  it('must be text', () => {
    for (const wrong of [5, true, ['VRL'], { $ne: null }]) {
      expect(messagesOf(transporter, { ...transporterRow, name: wrong })).toEqual(['Name must be text'])
    }
  })

  it('is refused with the required form', () => {
    expect(faultsOf(transporter, { ...transporterRow, pincode: '040001' })).toEqual([
      { field: 'pincode', code: 'FORMAT', message: 'PIN code must be a PIN code of 6 digits' },
    ])
    expect(messagesOf(transporter, { ...transporterRow, gstin: '27AAPFU0939F1ZA' })).toEqual([
      'GSTIN must be a GSTIN of 15 characters with a right check character',
    ])
  })
})

describe('a number', () => {
  const price = {
    customerId: 1,
    shipToId: 2,
    productId: 3,
    netPrice: 191_600,
    approvedRef: 'NOTE/1',
    validFrom: '2026-04-01',
  }

  it('is stored in whole paise and thousandths', () => {
    expect(faultsOf(custShiptoProdPrice, price)).toEqual([])
    expect(messagesOf(custShiptoProdPrice, { ...price, netPrice: 1916.5 })).toEqual([
      'Net price must be a number with at most 2 decimals',
    ])
  })

  it.each([[Number.NaN], [Infinity], ['1e400'], [[1]], [true]])('%s is not one', wrong => {
    expect(faultsOf(custShiptoProdPrice, { ...price, netPrice: wrong })[0]).toMatchObject({ code: 'TYPE' })
  })

  it('has its limits stated in the unit that people see', () => {
    expect(messagesOf(custShiptoProdPrice, { ...price, netPrice: 0 })).toEqual(['Net price must be at least 0.01'])
    expect(messagesOf(custShiptoProdPrice, { ...price, minQty: -1 })).toEqual(['From quantity must be at least 0'])
    expect(messagesOf(custShiptoProdPrice, { ...price, netPrice: 2e15 })).toEqual(['Net price is too large'])
  })

  it('gets its default when it is absent', () => {
    expect(withDefaults(custShiptoProdPrice, price)).toMatchObject({ minQty: 0, validTo: '9999-12-31' })
  })
})

describe('days, choices, lists, flags and references', () => {
  it.each([
    [{ customerId: 'VRL' }, 'TYPE'],
    [{ customerId: -1 }, 'TYPE'],
    [{ customerId: 1.5 }, 'TYPE'],
    [{ validFrom: '2026-02-30' }, 'TYPE'],
    [{ validFrom: 20260401 }, 'TYPE'],
  ])('%o is refused', (wrong, code) => {
    const row = {
      customerId: 1,
      shipToId: 2,
      productId: 3,
      netPrice: 100,
      approvedRef: 'N',
      validFrom: '2026-04-01',
      ...wrong,
    }
    expect(faultsOf(custShiptoProdPrice, row)).toMatchObject([{ field: Object.keys(wrong)[0], code }])
  })

  it('a choice and a list accept only their options; a list has each once and at least one', () => {
    expect(messagesOf(transporter, { ...transporterRow, gtaTaxMode: 'FREE' })).toEqual([
      'GST of carriage must be one of RCM, FORWARD_5, FORWARD_18, NOT_GTA',
    ])
    for (const wrong of [['SEA'], ['AIR', 'AIR'], 'AIR']) {
      expect(faultsOf(transporter, { ...transporterRow, transModes: wrong })).toMatchObject([
        { field: 'transModes', code: 'ENUM' },
      ])
    }
    expect(messagesOf(transporter, { ...transporterRow, transModes: [] })).toEqual(['Modes of transport is required'])
  })

  it('a flag is yes or no', () => {
    expect(messagesOf(customer, { ...buyer, isDistributor: 'maybe' })).toEqual(['Distributor must be yes or no'])
  })
})

it('all faults of a row are reported at once', () => {
  const faults = faultsOf(transporter, { ...transporterRow, name: null, pincode: '1', mobile: '12', stateId: null })
  expect(faults.map(fault => fault.field)).toEqual(['name', 'mobile', 'stateId', 'pincode'])
})

describe('the rules of the declarations', () => {
  const limit = { limitType: 'DISCOUNT_PCT', sbuId: 1, employeeId: 2, level: 1, maxValue: 500, validFrom: '2026-04-01' }
  const discount = { productId: 1, discountPct: 500, validFrom: '2026-04-01' }
  const product = {
    code: 'LS-1001',
    name: 'Acetonitrile HPLC',
    sbuId: 1,
    division: '10',
    uom: 'EA',
    baseUom: 'L',
    hsnCode: '29269000',
    gstRate: 1800,
  }
  const person = {
    employeeCode: 'E1',
    name: 'Asha Rao',
    email: 'asha@bilty.example',
    mobile: '9820012345',
    designation: 'Sales executive',
    dateOfJoining: '2020-04-01',
  }
  const site = {
    code: 'PUN',
    name: 'Pune CnF',
    plantId: 1,
    agreementFrom: '2026-04-01',
    agreementTo: '2027-03-31',
    gstin: '27AAPFU0939F1ZV',
    pan: 'AAPFU0939F',
    contactPerson: 'S. Kale',
    mobile: '9820012345',
    email: 'pune@cnf.example',
    address: 'Bhosari',
    cityId: 1,
    pincode: '411026',
  }
  const grant = { userId: 1, roleId: 2, validFrom: '2026-04-01' }
  const login = { loginId: 'cu1', userType: 'CUSTOMER', name: 'B. Shah', email: 'b@shah.example', customerId: 7 }

  it.each<[string, Resource, RowValues]>([
    ['a transporter', transporter, transporterRow],
    ['a customer', customer, buyer],
    [
      'an unregistered customer without GSTIN',
      customer,
      { ...buyer, gstRegistrationType: 'UNREGISTERED', gstin: null, pan: null },
    ],
    ['a transporter with a TRANSIN', transporter, { ...transporterRow, transporterEwayId: '88ZZBCK7711R1Z2' }],
    ['a government body without GSTIN', customer, { ...buyer, gstRegistrationType: 'GOVT', gstin: null }],
    [
      'a UN body, whose GSTIN holds no PAN',
      customer,
      { ...buyer, gstRegistrationType: 'UIN_HOLDER', gstin: '0719UNO00104UNV', pan: null },
    ],
    [
      'a government body as a tax deductor by its TAN',
      customer,
      { ...buyer, gstRegistrationType: 'GOVT', gstin: '27ZZDB14521C1DP' },
    ],
    ['a discount limit', approvingLimits, limit],
    ['a credit limit beyond 100', approvingLimits, { ...limit, limitType: 'CREDIT_AMOUNT', maxValue: 5_000_000 }],
    ['a discount of a product', productDiscount, discount],
    ['a product', products, product],
    ['an employee', employee, person],
    [
      'an employee with a delegate',
      employee,
      { ...person, delegateEmployeeId: 9, delegateFrom: '2026-11-20', delegateTo: '2026-11-27' },
    ],
    ['a CnF', cnf, site],
    ['a role for an SBU', assignRoles, { ...grant, scopeType: 'SBU', scopeRef: 'LS' }],
    ['a buyer’s login', user, login],
    ['a setting', appSetting, { key: 'edd.default_days', value: '7', valueType: 'INT' }],
  ])('take %s', (_, declared, row) => {
    expect(faultsOf(declared, row)).toEqual([])
  })

  it.each<[Resource, RowValues, string]>([
    [
      transporter,
      { ...transporterRow, gtaTaxMode: 'FORWARD_5' },
      'GSTIN is required if GST of carriage is Forward charge 5 % or Forward charge 18 %',
    ],
    [transporter, { ...transporterRow, gstin: '29AABCE5678G1ZB' }, 'PAN must be characters 3 to 12 of the GSTIN'],
    [
      transporter,
      { ...transporterRow, trackingUrlTemplate: 'https://vrl.example/track' },
      'Tracking link must contain {lr_no} where the LR number goes',
    ],
    [
      customer,
      { ...buyer, gstin: null },
      'GSTIN is required if GST registration is not Unregistered, Government body or empty',
    ],
    [
      customer,
      { ...buyer, pan: null, creditLimit: 100 },
      'PAN is required if Credit limit is not ₹ 0.00 and GST registration is Regular, Composition, Unregistered or SEZ',
    ],
    [
      transporter,
      { ...transporterRow, transporterEwayId: '88ZZBCK7711R1Z' },
      'E-way transporter id must be a GSTIN or a TRANSIN of 15 characters',
    ],
    [customer, { ...buyer, pan: 'AABCE5678G' }, 'PAN must be characters 3 to 12 of the GSTIN'],
    [approvingLimits, { ...limit, maxValue: 10_001 }, 'Up to must be at most 100 when it is a percentage'],
    [
      approvingLimits,
      { ...limit, limitType: 'LIMIT_PRICE_PCT', nidId: 4 },
      'NID must be empty unless Limit type is Discount %',
    ],
    [approvingLimits, { ...limit, validTo: '2026-03-31' }, 'Valid to must not be before Valid from'],
    [
      productDiscount,
      { ...discount, materialPricingGroupId: 2 },
      'Product must be given, or else a material pricing group, but not both',
    ],
    [
      productDiscount,
      { ...discount, productId: null },
      'Product must be given, or else a material pricing group, but not both',
    ],
    [
      products,
      { ...product, minOrderQty: 5000, maxOrderQty: 4000 },
      'Maximum order quantity must not be less than the minimum order quantity',
    ],
    [products, { ...product, casNo: '75-05-9' }, 'CAS number must be a CAS number with a right check digit'],
    [products, { ...product, gstRate: 4001 }, 'GST rate must be at most 40'],
    [employee, { ...person, dateOfLeaving: '2019-01-01' }, 'Date of leaving must not be before the date of joining'],
    [
      employee,
      { ...person, delegateEmployeeId: 9, delegateFrom: '2026-11-20' },
      'Delegate to is required if Delegate from is filled in',
    ],
    [
      employee,
      { ...person, delegateFrom: '2026-11-20', delegateTo: '2026-11-27' },
      'Delegate is required if Delegate from is filled in',
    ],
    [cnf, { ...site, agreementTo: '2026-03-31' }, 'Agreement to must not be before the agreement starts'],
    [cnf, { ...site, orderCutoffTime: '25:00' }, 'Order cut-off must be a time such as 15:00'],
    [assignRoles, { ...grant, scopeType: 'PLANT' }, 'Scope code is required if Scope is SBU, Zone, Channel or Plant'],
    [
      assignRoles,
      { ...grant, scopeType: 'ALL', scopeRef: 'LS' },
      'Scope code must be empty unless Scope is SBU, Zone, Channel or Plant',
    ],
    [user, { ...login, customerId: null }, 'Customer is required if User type is Customer'],
    [
      appSetting,
      { key: 'edd.default_days', value: 'seven', valueType: 'INT' },
      'Value must be of the given type: 30 for INT, 2.5 for DEC, true or false for BOOL',
    ],
    [
      messageTemplate,
      { code: 'SHIPPED', medium: 'EMAIL', body: 'Your goods are on their way.' },
      'Subject is required if Medium is Email',
    ],
  ])('refuse in $1.name: %#', (declared, row, message) => {
    expect(messagesOf(declared, row)).toEqual([message])
  })
})
