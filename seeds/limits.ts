import type { Author } from '../api/derive/save/author.ts'
import { approvingLimits } from '../resources/masters/approving-limits.ts'
import { user } from '../resources/settings/user.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Who may approve how much, in hundredths of a percent or in paise: employee, level, limit. */
const limits = {
  DISCOUNT_PCT: [
    ['E1013', 1, 5_00],
    ['E1014', 1, 5_00],
    ['E1012', 2, 10_00],
    ['E1011', 2, 10_00],
    ['E1010', 3, 15_00],
  ],
  LIMIT_PRICE_PCT: [['E1021', 1, 2_00]],
  CREDIT_AMOUNT: [
    ['E1052', 1, 50_000_00],
    ['E1053', 2, 5_00_000_00],
  ],
  FREIGHT_VALUE: [
    ['E1013', 1, 500_00],
    ['E1014', 1, 500_00],
    ['E1012', 2, 5_000_00],
    ['E1011', 2, 5_000_00],
    ['E1010', 3, 25_000_00],
  ],
  FOC_VALUE: [
    ['E1013', 1, 2_000_00],
    ['E1014', 1, 2_000_00],
    ['E1012', 2, 10_000_00],
    ['E1011', 2, 10_000_00],
    ['E1010', 3, 40_000_00],
  ],
} as const

const SBUS = ['LS', 'PS', 'PH']

/** Entered by the master data lead and confirmed by the pricing analyst: a limit counts only with four eyes. */
export const writeLimits = ({ write, idOf }: SeedWriter, author: Author) =>
  write(
    approvingLimits,
    Object.entries(limits).flatMap(([limitType, people]) =>
      people.flatMap(([employee, level, maxValue]) =>
        SBUS.map(sbu => ({
          limitType: limitType as keyof typeof limits,
          sbu,
          employee,
          level,
          maxValue,
          confirmStatus: 'CONFIRMED' as const,
          confirmedBy: 'pricing_approver',
        })),
      ),
    ),
    { ...author, id: idOf(user, 'master_admin') },
  )
