import { identity } from './identity.ts'

const area = ['SalesOrganization C4 T', 'DistributionChannel C2 T', 'Division C2 T']

/** Business partners, customers and their credit. The number of a partner and of its customer may differ. */
export const partnerIdentities = [
  identity(
    'API_BUSINESS_PARTNER/A_BusinessPartner',
    ['business partner', 'business partners'],
    ['BusinessPartner C10 A'],
    {
      deleted: ['IsMarkedForArchiving'],
      blocked: ['BusinessPartnerIsBlocked'],
      changed: { field: 'LastChangeDate', as: 'DAY' },
    },
  ),
  identity('API_BUSINESS_PARTNER/A_Customer', ['customer', 'customers'], ['Customer C10 A'], {
    deleted: ['DeletionIndicator'],
    blocked: ['OrderIsBlockedForCustomer', 'DeliveryIsBlocked', 'BillingIsBlockedForCustomer'],
  }),
  identity('API_BUSINESS_PARTNER/A_CustomerSalesArea', ['sales area', 'sales areas'], ['Customer C10 A', ...area], {
    ours: { salesOrg: 'SalesOrganization' },
    currency: 'Currency',
    deleted: ['DeletionIndicator'],
    blocked: ['OrderIsBlockedForCustomer', 'DeliveryIsBlockedForCustomer', 'BillingIsBlockedForCustomer'],
  }),
  identity(
    'API_BUSINESS_PARTNER/A_CustSalesPartnerFunc',
    ['partner of a sales area', 'partners of sales areas'],
    ['Customer C10 A', ...area, 'PartnerCounter C3 N', 'PartnerFunction C2 T'],
    { ours: { salesOrg: 'SalesOrganization' } },
  ),
  identity(
    'API_CRDTMBUSINESSPARTNER/CreditManagementAccount',
    ['credit account', 'accounts'],
    ['BusinessPartner C10 A', 'CreditSegment C10 T'],
    { currency: 'CreditSegmentCurrency', blocked: ['CreditAccountIsBlocked', 'CreditAccountBlockReason'] },
  ),
  // A plant may be of no sales organisation, and is ours all the same.
  identity('API_PLANT_SRV/A_Plant', ['plant', 'plants'], ['Plant C4 T']),
]
