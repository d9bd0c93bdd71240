import { passportLinks } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, instant, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { lr } from './lr.ts'
import { withinLrs } from './scopes.ts'

/** A link by which a stranger sees of one consignment what the public tracking page shows. */
export const passportLink = record({
  path: 'passport-links',
  name: 'passport-link',
  title: 'Passport Links',
  purpose: 'The links by which the passport of a shipment was shared, until they expire or are revoked.',
  fields: {
    lrId: reference(lr),
    tokenHash: text({ max: 64, unique: true, secret: true }),
    expiresAt: instant({ label: 'Ends at' }),
    status: choice(['OPEN', 'REVOKED'], { default: 'OPEN', tones: { OPEN: 'calm' } }),
  },
  key: [],
  display: ['lrId', 'expiresAt'],
  list: ['lrId', 'expiresAt', 'status'],
  search: [],
  sort: ['-id'],
  indexes: [['lrId']],
  actions: {
    revoke: action({
      label: 'Revoke',
      letter: 'A',
      when: { status: 'OPEN' },
      confirm: 'The link stops working immediately.',
      danger: true,
    }),
  },
  access: passportLinks,
  within: {
    CUSTOMER: withinLrs.CUSTOMER,
    DISTRIBUTOR: withinLrs.DISTRIBUTOR,
    CSC_AGENT: withinLrs.CSC_AGENT,
    DISPATCH: withinLrs.DISPATCH,
  },
})

export type PassportLink = Row<typeof passportLink>
