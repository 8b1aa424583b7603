internal import BindingGenerator
internal import Foundation

exit(BindingTool().run(Array(CommandLine.arguments.dropFirst())))
