export { isFree } from '../money/take-capture.ts'
