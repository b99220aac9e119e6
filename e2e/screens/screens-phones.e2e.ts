/** Every screen in its main states on phones, in all languages and themes of the looks. */
import { testRoutes, testScreens } from '../support/screens.ts'

testScreens((width) => width < 768)
testRoutes()
