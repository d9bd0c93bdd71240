import { type Role, roles } from '../../resources/roles.ts'
import { appSetting } from '../../resources/settings/app-setting.ts'
import { channel } from '../../resources/settings/channel.ts'
import { customerSegment } from '../../resources/settings/customer-segment.ts'
import { orderType } from '../../resources/settings/order-type.ts'
import { role } from '../../resources/settings/role.ts'
import { type SettingKey, settings, valueTypeOf } from '../../resources/settings/settings.ts'
import { zone } from '../../resources/settings/zone.ts'
import { ewayThresholds } from './e-way-thresholds.ts'
import { type ProductRows, productRowsOf } from './give-rows.ts'
import { holidays } from './holidays.ts'
import { messages } from './messages.ts'
import { reasons } from './reasons.ts'
import { sapCodeTexts } from './sap-code-texts.ts'
import { states } from './states.ts'

/**
 * The rows that every company needs, in production too: the system tables and the states. New and changed ones reach
 * databases that exist at their next start, so a row that is taken out of this list stays in them.
 */
export const systemRows: readonly ProductRows[] = [
  productRowsOf(
    role,
    (Object.keys(roles) as Role[]).map(code => ({ code, name: roles[code].name, userType: roles[code].userType })),
  ),
  productRowsOf(channel, [
    { code: '10', name: 'Direct' },
    { code: '11', name: 'Distributor' },
    { code: '12', name: 'Institutional/tender' },
    { code: '13', name: 'Channel 13', requiresCsc: true },
  ]),
  productRowsOf(orderType, [
    { code: 'STD', name: 'Standard order', sapOrderType: 'OR' },
    { code: 'RCO', name: 'Rate contract order', sapOrderType: 'OR' },
    {
      code: 'FOC',
      name: 'Free sample',
      sapOrderType: 'FD',
      isFreeOfCharge: true,
      requiresCsc: true,
      allowsManualDiscount: false,
    },
    { code: 'MPX', name: 'Multiplexing kit', sapOrderType: 'OR', requiresCsc: true },
    { code: 'TND', name: 'Tender', sapOrderType: 'OR' },
  ]),
  productRowsOf(zone, [
    { code: 'NORTH', name: 'North' },
    { code: 'SOUTH', name: 'South' },
    { code: 'EAST', name: 'East' },
    { code: 'WEST', name: 'West' },
  ]),
  productRowsOf(customerSegment, [
    { code: 'PHARMA', name: 'Pharmaceuticals' },
    { code: 'BIOTECH', name: 'Biotechnology' },
    { code: 'ACADEMIA', name: 'Universities and colleges' },
    { code: 'GOVT', name: 'Government' },
    { code: 'FOOD', name: 'Food and beverages' },
    { code: 'DEALER', name: 'Distributors' },
    { code: 'OTHER', name: 'Other industries' },
  ]),
  productRowsOf(
    appSetting,
    (Object.keys(settings) as SettingKey[]).map(key => ({
      key,
      value: settings[key].standard,
      valueType: valueTypeOf(key),
      confirmStatus: 'CONFIRMED' as const,
    })),
  ),
  states,
  ewayThresholds,
  sapCodeTexts,
  reasons,
  holidays,
  messages,
]
