import { distributorTargets } from '../access.ts'
import { customerTarget } from '../dealerdash/customer-target.ts'
import { percent } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

const { customerId, sbuId, fy, month, targetValue, targetQty } = customerTarget.fields

/** The columns of a file of targets (K.21): what is left empty stays as it was. */
export const targetSheet = resource({
  group: 'dealerdash',
  name: 'upload-target',
  title: 'Customer Targets',
  purpose:
    'The targets of distributors by SBU and month; each row replaces only the target of its distributor, SBU and month.',
  fields: {
    customerId,
    sbuId,
    fy,
    month,
    targetValue,
    targetQty,
    incentivePct: percent({ min: 0, max: 100, optional: true, label: 'Incentive %' }),
  },
  key: ['customerId', 'sbuId', 'fy', 'month'],
  display: ['customerId', 'sbuId', 'fy', 'month'],
  rules: customerTarget.rules,
  access: distributorTargets,
})
