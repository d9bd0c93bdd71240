import type { OptionWords } from '../../define/fields.ts'
import type { ApprovalStep } from '../../trade.ts'

/** Why a level of an approval decides. */
export const levelRules = [
  'LIMIT',
  'HIGHEST_LIMIT',
  'CHAIN',
  'SBU_HEAD',
  'FINAL_APPROVER',
  'CONTRACT',
  'CSC_APPROVER',
  'ROLE',
  'CUSTOMER',
  'PLACER',
] as const
export type LevelRule = (typeof levelRules)[number]

/** The rules in words of our own people. */
export const levelRuleWords: OptionWords = {
  staff: {
    LIMIT: 'Limit reaches the value',
    HIGHEST_LIMIT: 'Highest limit, others decide after',
    CHAIN: 'Manager in the chain, others decide after',
    SBU_HEAD: 'Head of the SBU',
    FINAL_APPROVER: 'Final approver',
    CONTRACT: 'Approver of the rate contract',
    CSC_APPROVER: 'CSC approver',
    ROLE: 'Role in the SBU',
    CUSTOMER: 'User of the customer',
    PLACER: 'Who placed the order',
  },
  buyer: {},
}

/** The rule by which the people that a step names decide, where their limit does not say more. */
export const ruleOfNamed: Record<ApprovalStep, LevelRule> = {
  EUD: 'ROLE',
  RATE_CONTRACT: 'CONTRACT',
  CSC: 'CSC_APPROVER',
  LIMIT_PRICE: 'LIMIT',
  MY_APPROVAL: 'CHAIN',
  LIMIT: 'LIMIT',
  ACCEPTANCE: 'PLACER',
}

/** What is kept of a decision by which level it was. */
interface Decided {
  rule: LevelRule | null
  limitValue: number | null
  measuredValue: number | null
}

/** Whether nobody had to decide after a level; so it was of every level before rules were kept. */
const isLastWord = ({ rule, limitValue, measuredValue }: Decided): boolean => {
  if (rule === 'SBU_HEAD') return limitValue === null || limitValue >= (measuredValue ?? 0)
  return rule !== 'HIGHEST_LIMIT' && rule !== 'CHAIN'
}

/** Whether an earlier decision stands for a level: that of somebody whom others followed stands for no last word. */
export const standsFor = (decided: Decided, level: LevelRule): boolean =>
  level === 'HIGHEST_LIMIT' || level === 'CHAIN' || level === decided.rule || isLastWord(decided)
