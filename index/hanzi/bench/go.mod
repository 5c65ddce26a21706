// The benchmarks beside another library stand in a module of their own, so
// that the program does not carry it.
module shuyou/index/hanzi/bench

go 1.26.0

require (
	github.com/longbridgeapp/opencc v0.3.13
	shuyou v0.0.0
)

require (
	github.com/liuzl/cedar-go v0.0.0-20170805034717-80a9c64b256d // indirect
	github.com/liuzl/da v0.0.0-20180704015230-14771aad5b1d // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace shuyou => ../../..
