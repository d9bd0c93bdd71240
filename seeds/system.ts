import { type Role, roles } from '../resources/roles.ts'
import { appSetting } from '../resources/settings/app-setting.ts'
import { channel } from '../resources/settings/channel.ts'
import { customerSegment } from '../resources/settings/customer-segment.ts'
import { orderType } from '../resources/settings/order-type.ts'
import { role } from '../resources/settings/role.ts'
import { type SettingKey, settings, valueTypeOf } from '../resources/settings/settings.ts'
import { zone } from '../resources/settings/zone.ts'
import { writeHolidays } from './holidays.ts'
import { writeMessages } from './messages.ts'
import { writeReasons } from './reasons.ts'
import type { SeedWriter } from './seed-writer.ts'
import { writeStates } from './states.ts'

/** The system tables and the states: what every company needs, in production too. */
export async function writeSystem(sower: SeedWriter): Promise<void> {
  const { write } = sower
  await write(
    role,
    (Object.keys(roles) as Role[]).map(code => ({ code, name: roles[code].name, userType: roles[code].userType })),
  )
  await write(channel, [
    { code: '10', name: 'Direct' },
    { code: '11', name: 'Dealer' },
    { code: '12', name: 'Institutional/tender' },
    { code: '13', name: 'Channel 13', requiresCsc: true },
  ])
  await write(orderType, [
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
  ])
  await write(zone, [
    { code: 'NORTH', name: 'North' },
    { code: 'SOUTH', name: 'South' },
    { code: 'EAST', name: 'East' },
    { code: 'WEST', name: 'West' },
  ])
  await write(customerSegment, [
    { code: 'PHARMA', name: 'Pharmaceuticals' },
    { code: 'BIOTECH', name: 'Biotechnology' },
    { code: 'ACADEMIA', name: 'Universities and colleges' },
    { code: 'GOVT', name: 'Government' },
    { code: 'FOOD', name: 'Food and beverages' },
    { code: 'DEALER', name: 'Dealers' },
    { code: 'OTHER', name: 'Other industries' },
  ])
  await write(
    appSetting,
    (Object.keys(settings) as SettingKey[]).map(key => ({
      key,
      value: settings[key].standard,
      valueType: valueTypeOf(key),
    })),
  )
  await writeStates(sower)
  await writeReasons(sower)
  await writeHolidays(sower)
  await writeMessages(sower)
}
