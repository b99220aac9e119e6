/** Every screen in its main states on tablets and desktops, in all languages and themes of the looks. */
import { testScreens } from '../support/screens.ts'

testScreens((width) => width >= 768)
