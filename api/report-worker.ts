import './rooms.ts'
import { runReportFile } from './mis/exports/write-report-file.ts'

// The thread of a report's file begins here: it has the same behaviours as the server. The build knows no await here.
void runReportFile()
