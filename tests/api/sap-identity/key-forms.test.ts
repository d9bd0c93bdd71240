import { describe, expect, it } from 'vitest'
import { entitySet, identities, identityOf } from '../../../api/sap/identity/entity-sets.ts'
import { identity } from '../../../api/sap/identity/identity.ts'
import { askedPart, keptCode, keptMaterial, keptPart, keyOfRow } from '../../../api/sap/identity/key-forms.ts'
import { isMarked, isOurs, oursFilter } from '../../../api/sap/identity/whose.ts'

const customer = { name: 'Customer', form: 'A', length: 10 } as const
const material = { name: 'Product', form: 'M', length: 40 } as const
const item = { name: 'AccountingDocumentItem', form: 'N', length: 3 } as const
const segment = { name: 'CreditSegment', form: 'T', length: 10 } as const

describe('the form of a part of a key', () => {
  it('strips the zeros of a number to keep it, and pads them to ask for it', () => {
    expect(['0000100123', '100123', '1000000123'].map(keptCode)).toEqual(['100123', '100123', '1000000123'])
    expect(['100123', '1000000123'].map(code => askedPart(customer, code, 18))).toEqual(['0000100123', '1000000123'])
    expect(keptCode('0000000000')).toBe('0')
  })

  it('keeps a text that is no number, in capitals', () => {
    expect([keptCode('uscu_sc04'), askedPart(customer, 'USCU_SC04', 18)]).toEqual(['USCU_SC04', 'USCU_SC04'])
    expect(keptCode('00ab')).toBe('00AB')
  })

  it('pads a material to the places of the setting, and keeps a text as given, up to forty characters', () => {
    expect(askedPart(material, '104530', 18)).toBe('104530'.padStart(18, '0'))
    expect(askedPart(material, '104530', 40)).toBe('104530'.padStart(40, '0'))
    const long = 'Ls-9107/a'.padEnd(40, 'x')
    expect([keptMaterial(long), askedPart(material, long, 18)]).toEqual([long, long])
    expect(keptMaterial('104530'.padStart(40, '0'))).toBe('104530')
  })

  it('takes digits alone for a number, and says which part is none', () => {
    expect(['001', '1', '010'].map(no => keptPart(item, no))).toEqual(['1', '1', '10'])
    expect(() => keptPart(item, '1A')).toThrow('AccountingDocumentItem is 1A, and must be digits')
  })

  it('keeps the zeros of a text', () => {
    expect([keptPart(segment, '0000'), askedPart(segment, '0000', 18)]).toEqual(['0000', '0000'])
  })

  it('makes one key of a row, however SAP wrote it', () => {
    const { key } = identityOf('API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube')
    const row = {
      CompanyCode: '1000',
      FiscalYear: '2026',
      AccountingDocument: '0000000017',
      AccountingDocumentItem: '001',
    }
    expect(keyOfRow(key, row)).toBe('1000/2026/17/1')
    expect(keyOfRow(key, { ...row, AccountingDocument: '17', AccountingDocumentItem: '1' })).toBe('1000/2026/17/1')
  })
})

describe('the declaration of what SAP gives', () => {
  it('refuses the reader of an entity set that is not declared, when it is loaded', () => {
    expect(() => entitySet('API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrder')).toThrow(
      'API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrder has no identity: declare its key and whose it is in api/sap/identity',
    )
    expect(() => identity('A/B', ['b', 'bs'], ['Customer C10'])).toThrow('Customer C10 is no part of a key')
  })

  it('names each entity set once, with a key', () => {
    const paths = identities.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(identities.filter(({ key }) => key.length === 0)).toEqual([])
  })

  it('has the fields that tell whose a row is among those that are read', () => {
    expect(entitySet('API_SALES_ORDER_SRV/A_SalesOrder', { select: ['SalesOrder'] }).select).toEqual([
      'SalesOrder',
      'SalesOrganization',
    ])
  })
})

describe('what is ours', () => {
  const reach = { salesOrganizations: ['1000', '2000'], companyCodes: ['1000'], plants: [] }
  const bills = identityOf('API_BILLING_DOCUMENT_SRV/A_BillingDocument')

  it('is asked for in the address, and an empty list asks for nothing', () => {
    expect(oursFilter(bills, reach)).toBe(
      "(SalesOrganization eq '1000' or SalesOrganization eq '2000') and CompanyCode eq '1000'",
    )
    expect(oursFilter(bills, { salesOrganizations: [], companyCodes: [], plants: [] })).toBeNull()
  })

  it('leaves a long list of plants to the rows', () => {
    const plants = Array.from({ length: 90 }, (_, index) => `${1000 + index}`)
    expect(oursFilter(identityOf('API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod'), { ...reach, plants })).toBeNull()
  })

  it('is what each row says again: both its organisation and its company code', () => {
    expect(isOurs(bills, { SalesOrganization: '2000', CompanyCode: '1000' }, reach)).toBe(true)
    expect(isOurs(bills, { SalesOrganization: '1000', CompanyCode: '9000' }, reach)).toBe(false)
    expect(isOurs(bills, { SalesOrganization: '9000', CompanyCode: '1000' }, reach)).toBe(false)
  })

  it('may be marked as deleted or blocked, by a flag or by a reason', () => {
    const { blocked } = identityOf('API_BUSINESS_PARTNER/A_Customer')
    expect(isMarked({ OrderIsBlockedForCustomer: '01' }, blocked)).toBe(true)
    expect(isMarked({ OrderIsBlockedForCustomer: '', DeliveryIsBlocked: ' ' }, blocked)).toBe(false)
  })
})
