import { code, day, decimal, flag, many, one, serviceOf, text } from '../sap-odata/entity-type.ts'

/** Credit accounts by segment; no package of this service is published, so the names are those of its released view. */
export const creditAccount = serviceOf('API_CRDTMBUSINESSPARTNER', [
  {
    set: 'CreditMgmtBusinessPartner',
    key: ['BusinessPartner'],
    properties: {
      BusinessPartner: code,
      CrdtMgmtBusinessPartnerGroup: text(4),
      CreditWorthinessScoreValue: text(10),
      CreditRiskClass: text(3),
      CreditCheckRule: text(10),
    },
    navigation: { to_CreditMgmtAccountTP: many('CreditManagementAccount', 'BusinessPartner') },
  },
  {
    set: 'CreditManagementAccount',
    key: ['BusinessPartner', 'CreditSegment'],
    properties: {
      BusinessPartner: code,
      CreditSegment: text(10),
      BusinessPartnerIsCritical: flag,
      CreditAccountIsBlocked: flag,
      CreditAccountBlockReason: text(2),
      CreditLimitAmount: decimal(15, 3),
      CreditLimitValidityEndDate: day,
      CreditLimitLastChangeDate: day,
      CreditLimitIsZero: flag,
      CreditSegmentCurrency: text(5),
    },
    navigation: { to_CreditMgmtBusinessPartner: one('CreditMgmtBusinessPartner', 'BusinessPartner') },
  },
])
